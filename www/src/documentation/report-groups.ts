// The public reports by what goes wrong in them, in the order of the gallery.

export const REPORT_GROUPS = {
  loops: ["R01", "R02", "R04", "R05", "R07", "R09", "R15", "R16", "R17", "R19"],
  status: ["R41", "R42", "R79", "R80"],
  caches: ["R27", "R29", "R30", "R31", "R34", "R35", "R37"],
  writers: ["R20", "R22", "R23", "R24", "R25", "R38", "R84"],
  queue: ["R44", "R45", "R46", "R47", "R48", "R50", "R52"],
  events: ["R54", "R56", "R57", "R59", "R60", "R62", "R63", "R64", "R83"],
  deletion: ["R66", "R67", "R69", "R70", "R72", "R74", "R75", "R77", "R91"],
  restarts: ["R53", "R85", "R87"],
  schemas: ["R11", "R14", "R89", "R90"],
} as const satisfies Record<string, readonly string[]>;

export type ReportGroup = keyof typeof REPORT_GROUPS;

export function groupOf(id: string): ReportGroup | undefined {
  return (Object.keys(REPORT_GROUPS) as ReportGroup[]).find((group) => (REPORT_GROUPS[group] as readonly string[]).includes(id));
}

/** The same by what people see, who do not know yet what goes wrong: one report can be under several. */
export const REPORT_SYMPTOMS = {
  often: ["R01", "R02", "R04", "R05", "R07", "R09", "R11", "R14", "R15", "R17", "R19", "R20", "R29", "R42", "R47", "R53", "R91"],
  replaced: ["R14", "R15", "R16", "R42"],
  ignored: ["R23", "R35", "R37", "R46", "R52", "R54", "R56", "R57", "R59", "R62", "R63", "R64", "R79", "R85", "R89", "R90"],
  late: ["R05", "R44", "R45", "R46", "R47", "R48", "R50", "R52"],
  twice: ["R25", "R29", "R30", "R31", "R84"],
  stuck: ["R66", "R67", "R69", "R70", "R91"],
  gone: ["R20", "R31", "R34", "R60", "R72", "R75", "R77", "R87"],
  left: ["R22", "R24", "R74"],
  refused: ["R09", "R23", "R25", "R27", "R35", "R38", "R41", "R48", "R70", "R85", "R89", "R90", "R91"],
  status: ["R04", "R09", "R11", "R34", "R37", "R41", "R42", "R79", "R80"],
} as const satisfies Record<string, readonly string[]>;

export type ReportSymptom = keyof typeof REPORT_SYMPTOMS;

export function symptomsOf(id: string): ReportSymptom[] {
  return (Object.keys(REPORT_SYMPTOMS) as ReportSymptom[]).filter((symptom) => (REPORT_SYMPTOMS[symptom] as readonly string[]).includes(id));
}
