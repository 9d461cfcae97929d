// The tour in Japanese.
import { takeTour } from "./for-everyone.mjs";

takeTour("ja");
