declare module "catalog:check" {
  export const catalog: import("../words/check/en.ts").CheckWords;
  export const spoken: import("../words/index.ts").Language;
}
declare module "catalog:spoken" {
  export const catalog: import("../words/en.ts").Words;
  export const spoken: import("../words/index.ts").Language;
}
