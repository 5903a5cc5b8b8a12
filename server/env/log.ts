/** One line of the log: an event name and plain facts. Never a token, password, answer or address. */
export type LogFacts = Readonly<Record<string, string | number | boolean | null>>
/** Takes a line of the log. */
export type Log = (level: 'info' | 'warn' | 'error', event: string, facts?: LogFacts) => void

/** Writes lines of JSON to standard output, for a log collector. */
export const jsonLog: Log = (level, event, facts = {}) => {
  process.stdout.write(
    `${JSON.stringify({ time: new Date().toISOString(), level, event, ...facts })}\n`,
  )
}

/** Drops every line, for tests. */
export const silentLog: Log = () => {
  // Tests read answers, not logs.
}

/** SQL's class of errors about data: their messages quote the value. */
const isAboutData = (failure: Error): boolean =>
  'code' in failure && /^22[0-9A-Z]{3}$/.test(String(failure.code))

/** A failure's text for the log, without values that a database quotes in it. */
export const failureText = (failure: unknown): string => {
  if (!(failure instanceof Error)) return String(failure)
  return isAboutData(failure)
    ? `${failure.name}: SQL state ${String((failure as { code?: unknown }).code)}`
    : `${failure.name}: ${failure.message}`
}
