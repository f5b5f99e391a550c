/** The report and all behind it, which the page before it does not need. */
export type ReportCode = typeof import('./report.tsx');

/** Loads the report's code. If that fails, the next call tries again. */
export function loadReport(): Promise<ReportCode> {
  return import('./report.tsx');
}

/** Loads it ahead: who is in the form is about to want it. A failure is met when the report is asked for. */
export function prepareReport() {
  loadReport().catch(() => undefined);
}
