// The tour in Korean.
import { takeTour } from "./for-everyone.mjs";

takeTour("ko");
