// What the site says where it has no page.

export const en = {
  title: "This page is not here",
  lead: "The address may be mistyped, or the page has moved.",
  playground: "The playground",
  course: "The course",
  noVersion: (version: string) => `Version ${version} is not here`,
  noVersionLead: (version: string) => `The address leads to version ${version} of the playground. This site does not have it.`,
  notInVersion: (version: string) => `Version ${version} of the playground is here, but has no such page.`,
  latest: (version: string | null) => (version === null ? "Open the same address in the latest version" : `Open the same address in the latest version, ${version}`),
  latestHint: "What a link holds is kept: it is played again there, and the page says how far that goes.",
  those: "The versions that are here",
  version: (version: string) => `Version ${version}`,
};

export type MissingWords = typeof en;
