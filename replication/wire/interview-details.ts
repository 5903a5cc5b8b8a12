import { momentIn, valueIn, writeValues } from './header-values.ts'

/** How an interview was made; null for missing values. */
export interface InterviewDetails {
  /** The version of the form (form-version.ts). */
  readonly definitionHash: string | null
  /** The first keystroke, by the device's clock. */
  readonly startedAt: Date | null
  /** Of the position, in metres. */
  readonly accuracy: number | null
}

/** Writes `form=0f3a…; started=2026-11-20T08:00:00.000Z; accuracy=12.5`. */
export const writeInterviewDetails = (details: InterviewDetails): string =>
  writeValues({
    form: details.definitionHash,
    started: details.startedAt?.toISOString() ?? null,
    accuracy: details.accuracy,
  })

/** Parses the details. An unreadable part is null. */
export const parseInterviewDetails = (header: string): InterviewDetails => {
  const form = valueIn(header, 'form')
  const accuracy = Number(valueIn(header, 'accuracy') ?? Number.NaN)
  return {
    definitionHash: form !== null && /^[0-9a-f]{32}$/.test(form) ? form : null,
    startedAt: momentIn(header, 'started'),
    accuracy: Number.isFinite(accuracy) && accuracy >= 0 ? accuracy : null,
  }
}
