/** The current time, in epoch ms. Tests use their own clock. */
export type Clock = () => number

/** Whether the calendar has the day with which an ISO text begins. `Date` takes February 31 for March 3. */
export const isCalendarDay = (text: string): boolean => {
  const day = text.slice(0, 10)
  const midnight = new Date(`${day}T00:00:00Z`)
  return !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(day)
}

/** The clock of the machine. */
export const systemClock: Clock = () => Date.now()
