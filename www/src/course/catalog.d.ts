declare module "catalog:spoken" {
  export const catalog: import("../words/en.ts").Words;
  export const spoken: import("../words/index.ts").Language;
}
