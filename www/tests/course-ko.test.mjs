import { takeCourse } from "./course-journey.mjs";

takeCourse("ko");
