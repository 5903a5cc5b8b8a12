import type { Database } from '../../../../collections/database.ts'
import type { DraftDoc } from '../../../../collections/interview/drafts.ts'
import { readSetting } from '../../../../collections/writes/write-settings.ts'
import type { Env } from '../../../env.ts'
import type { Interview } from '../interview/interview-shape.ts'
import type { CompiledForm } from '../../../form/definition/compiled-form.ts'
import { languageToRead } from '../../../interviews/language-to-read.ts'
import type { Unfitting } from '../../../form/answers/unfitting.ts'
import type { LoadedForm, LoadParts } from './load-form.ts'
import { unknownSurveyor, type Surveyor } from '../interview/given-values.ts'
import { currentUser } from '../../../../collections/schemas/user-profile.ts'

/** What opening an interview needs. */
export interface OpenParts extends LoadParts {
  readonly env: Pick<Env, 'clock' | 'liveness' | 'network' | 'uuid' | 'visible$'>
}

/** Which interview of a form to open: ask if there are drafts, start a new one, or continue a certain draft. */
export type Choice =
  | { readonly kind: 'ask' }
  | { readonly kind: 'new' }
  | { readonly kind: 'draft'; readonly id: string }
  /** A new one that begins with the answers of a submission. */
  | { readonly kind: 'copy'; readonly id: string }
  /** One about a case: the unfinished one, if there is one, else a new one in which the case is chosen. */
  | { readonly kind: 'case'; readonly id: string }
  /** A submission, by its own id or the server's. */
  | { readonly kind: 'edit'; readonly id: string }

/** A draft as the list of unfinished interviews shows it. */
export interface DraftSummary {
  readonly draft: DraftDoc
  /** Its case, else the first words answered in it, to recognize it; '' when there are none. */
  readonly words: string
  readonly answered: number
  readonly total: number
}

/** What the screen shows. */
export type Opened =
  | Exclude<LoadedForm, { kind: 'loaded' }>
  /** The edit of an interview that was refused: Recovery has the interview, and opens both as one. */
  | { readonly kind: 'recovered' }
  /** A draft that was submitted before it was opened: the app ended while Submit waited for the server. */
  | { readonly kind: 'submitted' }
  | { readonly kind: 'drafts'; readonly title: string; readonly drafts: readonly DraftSummary[] }
  | {
      readonly kind: 'open'
      readonly interview: Interview
      /** What a resumed draft has that its version of the form has no place for; absent for nothing. */
      readonly unfitting?: readonly Unfitting[]
      /** What is answered as soon as it is shown, as if the surveyor did; absent for nothing. */
      readonly answerAtOnce?: () => void
    }

/** The language to show a form in; '' for its plain texts. */
export const languageOf = async (db: Database, { id, template }: CompiledForm): Promise<string> =>
  languageToRead((await readSetting(db, 'formLanguages'))[id], template.languages)

/** Reads what the rules of a form may know about the surveyor. */
export const surveyorOf = async (db: Database): Promise<Surveyor> => {
  const profile = await db.user_profile.findOne(currentUser).exec()
  const deviceid = `transect:${await db.storageToken}`
  if (profile === null) return { ...unknownSurveyor, deviceid }
  const { email, phone_number } = profile
  return { username: email, email, phonenumber: phone_number, deviceid }
}
