/** The report and everything behind it, which the page does not need before. */
export type ReportCode = typeof import('./report.tsx');

/** Loads the report's code. If that fails, the next call tries again. */
export function loadReport(): Promise<ReportCode> {
  return import('./report.tsx');
}

/** Loads the code ahead, because a visitor in the form is about to want it. If this fails, the report's own load says so. */
export function prepareReport() {
  loadReport().catch(() => undefined);
}
