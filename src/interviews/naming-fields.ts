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

/** One stream per version, shared by all cards of a list, and what each said last. */
interface Shared {
  readonly stream: Observable<Fields>
  latest: Fields | null
}

const streams = new WeakMap<Database, Map<string, Shared>>()

/** The fields that name the interviews of a form: those of their own version, else of the current one. */
export const namingFields$ = (db: Database, form: OfForm): Observable<Fields> =>
  ofForm(db, form).stream

/** What `namingFields$` said last; null before the first reading. */
export const knownNamingFields = (db: Database, form: OfForm): Fields | null =>
  ofForm(db, form).latest

const ofForm = (db: Database, { form_id, definition_hash }: OfForm): Shared =>
  shared(db, `${form_id}|${definition_hash}`, () =>
    version$(db, definition_hash).pipe(
      switchMap(fields => (fields.length > 0 ? of(fields) : current(db, form_id).stream)),
    ),
  )

const current = (db: Database, formId: string): Shared =>
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

/** Whether two readings say the same. The rows of a list render again when the object is another one. */
const isSame = (known: Fields | null, fields: Fields): known is Fields =>
  JSON.stringify(known) === JSON.stringify(fields)

const shared = (db: Database, key: string, make: () => Observable<Fields>): Shared => {
  const all = streams.get(db) ?? new Map<string, Shared>()
  streams.set(db, all)
  const known = all.get(key)
  if (known !== undefined) return known
  const made: Shared = {
    latest: null,
    stream: make().pipe(
      map(fields => {
        made.latest = isSame(made.latest, fields) ? made.latest : fields
        return made.latest
      }),
      share({ connector: () => new ReplaySubject(1) }),
    ),
  }
  all.set(key, made)
  return made
}
