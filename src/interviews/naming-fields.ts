import {
  distinctUntilChanged,
  map,
  of,
  share,
  type Observable,
  ReplaySubject,
  switchMap,
} from 'rxjs'
import type { Database } from '../../collections/database.ts'
import { fieldsOfVersion } from '../../collections/queries.ts'
import type { FormQuestionDoc } from '../../collections/schemas/form-questions.ts'
import { namingFieldsOf, type NamingField } from './interview-name.ts'

/** The form of an interview and its version; '' where that is not known. */
export interface OfForm {
  readonly form_id: string
  readonly definition_hash: string
}

type Fields = readonly NamingField[]

/** One stream per version, shared by all cards of a list. */
const streams = new WeakMap<Database, Map<string, Observable<Fields>>>()

/** The fields that name the interviews of a form: those of their own version, else of the current one. */
export const namingFields$ = (
  db: Database,
  { form_id, definition_hash }: OfForm,
): Observable<Fields> =>
  shared(db, `${form_id}|${definition_hash}`, () =>
    version$(db, definition_hash).pipe(
      switchMap(fields => (fields.length > 0 ? of(fields) : current$(db, form_id))),
    ),
  )

const current$ = (db: Database, formId: string): Observable<Fields> =>
  shared(db, formId, () =>
    db.forms.findOne(formId).$.pipe(
      map(form => form?.definition_hash ?? ''),
      distinctUntilChanged(),
      switchMap(hash => version$(db, hash)),
    ),
  )

const version$ = (db: Database, hash: string): Observable<Fields> =>
  hash === ''
    ? of([])
    : (
        fieldsOfVersion(hash).build(db.form_questions).$ as unknown as Observable<
          readonly FormQuestionDoc[]
        >
      ).pipe(map(namingFieldsOf))

const shared = (db: Database, key: string, make: () => Observable<Fields>): Observable<Fields> => {
  const known = streams.get(db) ?? new Map<string, Observable<Fields>>()
  streams.set(db, known)
  const stream = known.get(key) ?? make().pipe(share({ connector: () => new ReplaySubject(1) }))
  known.set(key, stream)
  return stream
}
