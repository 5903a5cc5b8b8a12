import { distinct, mergeMap, type Subscription } from 'rxjs'
import type { Database } from '../../collections/database.ts'
import { mediaKindsOf } from '../lib/worker/media.ts'
import { changesOf } from '../../collections/query.ts'
import type { CaptureEnv } from '../env.ts'

/** The words of an appearance that ask for a map, in the stored rules of a question. */
const mapWordsIn = (logic = ''): readonly string[] =>
  /"(maps|placement-map)"/.exec(logic)?.slice(1) ?? []

/**
 * Has the code of each kind of answer stored with the first form that asks for it, so that it is there where the form
 * is. Runs until it is unsubscribed.
 */
export const keepMediaForForms = (
  db: Pick<Database, 'form_questions'>,
  { keepMedia }: Pick<CaptureEnv, 'keepMedia'>,
): Subscription =>
  changesOf(db.form_questions)
    .pipe(
      mergeMap(({ documentData: { type, logic } }) => mediaKindsOf(type, mapWordsIn(logic))),
      distinct(),
    )
    .subscribe(keepMedia)
