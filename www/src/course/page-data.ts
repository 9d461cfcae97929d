// What the build puts into a chapter's page for its script, as data.

import type { Idea, IdeaText } from "../lesson/lesson.ts";
import type { Subject } from "../lesson/every-order.ts";
import type { Staged } from "../lesson/play.ts";

/** An idea with all that it leaves to a scenario's file filled in; by way, of which the first is what is shown. */
export interface IdeaData { idea: Idea; text: IdeaText; ways: Record<string, Staged> }
export interface PageData { /** Of the lesson. */ id: string; ideas: IdeaData[]; check?: EndingData }

/** What is checked of every order at its end, with what is said of it. */
export interface EndingData { ways: { id: string; name: string; why: string; subject: Subject }[] }

/** Where it stands. */
export const DATA_ID = "chapter";
