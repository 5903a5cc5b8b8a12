/** The facts of a log line, next to its event name. Never a token, password, answer or address. */
export type LogFacts = Readonly<Record<string, string | number | boolean | null>>
/** Writes a line to the log. */
export type Log = (level: 'info' | 'warn' | 'error', event: string, facts?: LogFacts) => void

/** Writes JSON Lines to standard output, for a log collector. */
export const jsonLog: Log = (level, event, facts = {}) => {
  process.stdout.write(
    `${JSON.stringify({ time: new Date().toISOString(), level, event, ...facts })}\n`,
  )
}

/** How much a server logs: everything, or only what went wrong. */
export type LogLevel = 'info' | 'warn'

/** Writes to another log what a level asks for. */
export const logAt =
  (least: LogLevel, log: Log): Log =>
  (level, event, facts) => {
    if (least === 'info' || level !== 'info') log(level, event, facts)
  }

/**
 * Keeps the process alive when its output cannot be written, because the log's disk is full or the log's collector has
 * ended. The lines of that time are lost.
 */
export const outliveLog = (): void => {
  for (const output of [process.stdout, process.stderr]) output.on('error', () => undefined)
}

/** Whether an error is of SQL's data class, whose messages quote the value. */
const isAboutData = (failure: Error): boolean =>
  'code' in failure && /^22[0-9A-Z]{3}$/.test(String(failure.code))

/** E-mail addresses, which a mail server quotes when it refuses one. */
const addresses = /[^\s<>@]+@[^\s<>@]+/g

/** The text of an error for the log, without values that a database quotes in it and without e-mail addresses. */
export const failureText = (failure: unknown): string => {
  // The embedded engine throws an object with the number of its disk's error.
  if (typeof failure === 'object' && failure !== null && 'errno' in failure && !('code' in failure))
    return `The disk refused the embedded database: error ${String(failure.errno)}`
  if (!(failure instanceof Error)) return String(failure)
  return isAboutData(failure)
    ? `${failure.name}: SQL state ${String((failure as { code?: unknown }).code)}`
    : `${failure.name}: ${failure.message.replaceAll(addresses, '…')}`
}
