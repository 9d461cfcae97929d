import { takeCourse } from "./course-journey.mjs";

takeCourse("en");
