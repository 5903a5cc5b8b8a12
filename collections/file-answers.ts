import { answerKey } from './ids.ts'
import { canonical } from './operation-log.ts'
import type { Answer, ManifestFile, SubmissionDoc } from './schemas/submissions.ts'

/** A server answers a file field with the addresses of its files. */

const isAddress = (text: string): boolean => /^(https?:\/)?\//.test(text)

/** Whether an answer is a list of file addresses. */
export const isFileList = (answer: Answer | null | undefined): answer is string[] =>
  Array.isArray(answer) && answer.length > 0 && answer.every(isAddress)

/** The answers that the surveyor gave, without the addresses that a server puts in the place of files. */
export const withoutAddresses = (
  answers: Readonly<Record<string, Answer>>,
  files: readonly Pick<ManifestFile, 'field_id' | 'occurrence'>[],
): Record<string, Answer> => {
  const fileKeys = new Set(files.map(file => answerKey(file.field_id, file.occurrence)))
  return Object.fromEntries(
    Object.entries(answers).filter(([key, answer]) => !fileKeys.has(key) && !isFileList(answer)),
  )
}

/** Whether the surveyor gave two submissions the same answers. */
export const haveSameAnswers = (
  ...both: readonly [Partial<SubmissionDoc>, Partial<SubmissionDoc>]
): boolean => {
  const [one, other] = both.map(({ answers = {}, files = [] }) =>
    canonical(withoutAddresses(answers, files)),
  )
  return one === other
}
