// A lesson as data: what its ideas show, what is asked before, and what the engine is asked for the answer. Its sentences
// stand beside it, a file for each language.

import type { Habits, Scenario } from "../contract.ts";
import type { Step } from "../story.ts";
import type { Ending } from "./every-order.ts";
import type { Measure } from "./measure.ts";

export interface Lesson {
  version: 1;
  id: string;
  /** At most three. */
  ideas: Idea[];
  /** What is checked of every order, at its end. */
  check?: Ending;
}

/** One way in which an idea's situation can go: with habits laid over, or other moves. */
export interface Variant { id: string; set?: Partial<Habits>; moves?: Step[] }

export type Value = boolean | number | string | null;

/** What one commits to before it is played. */
export interface Question {
  id: string;
  /** What the engine is asked when it was. */
  of: Measure;
  /** What can be chosen; the answer is among them. Left out: yes or no. */
  options?: Value[];
}

export type Panel = "path" | "objects" | "pass" | "status" | "requeue";

export interface Idea {
  id: string;
  /** Rows of the lesson that this project began with. */
  rows?: string[];
  /** The id of a file in `www/scenarios`, or a scenario of its own. */
  scenario: string | Scenario;
  /** Laid over the scenario. */
  habits?: Partial<Habits>;
  /** Before the learner takes over; instead of the file's. */
  opening?: Step[];
  questions: Question[];
  /** What shows it; left out: the file's. */
  moves?: Step[];
  /** The same situation in other ways, one column each beside what is shown first (whose id is `shown`). */
  beside?: Variant[];
  /** Rows of the table that compares them. */
  figures?: { id: string; of: Measure }[];
  /** What the sentences name by `{id}` beside the answers. */
  values?: Record<string, Measure>;
  /** What of the playground is shown with it. */
  panels?: Panel[];
  /** Values of habits whose lines show it in code. */
  code?: { habit: keyof Habits; value: string }[];
  /** Ids of public reports. */
  reports?: string[];
}

/** What is said of a lesson, in one language. In texts `code`, **strong** and `{id}`: an answer or a value. */
export interface LessonText {
  title: string;
  lead: string;
  ideas: Record<string, IdeaText>;
  check?: EndingText;
}

export interface EndingText {
  title: string;
  /** Before it is tried. */
  situation: string[];
  /** By the ids of its ways: what each is called, and what is said of its verdict. */
  ways: Record<string, { name: string; why: string }>;
}

export interface IdeaText {
  title: string;
  /** Before the question: what is the case. */
  situation: string[];
  questions: Record<string, { ask: string; /** By `String(value)`; numbers speak for themselves. */ options?: Record<string, string> }>;
  /** After the answer. */
  explain: string[];
  /** The columns and rows of the table. */
  variants?: Record<string, string>;
  figures?: Record<string, string>;
  /** What is said beside the code. */
  code?: string;
}
