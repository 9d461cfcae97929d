// The tour in English.
import { takeTour } from "./for-everyone.mjs";

takeTour("en");
