import * as v from 'valibot'
import { isJsonObject } from './envelope.ts'
import { id, jsonObject, parseWith, readable, text } from './form/values.ts'

/**
 * Cases on the wire: the extension `cases`. `GET surveyor/cases?since=` lists what has changed, each case with all its
 * operations. The phone folds them with those of its own interviews that the server does not have yet.
 */

const texts = v.fallback(v.pipe(v.array(v.string()), v.readonly()), [])

const Values = v.pipe(
  v.unknown(),
  v.transform((raw): Readonly<Record<string, string>> =>
    Object.fromEntries(
      Object.entries(isJsonObject(raw) ? raw : {}).filter(
        (entry): entry is [string, string] => typeof entry[1] === 'string',
      ),
    ),
  ),
)

const CaseOperation = v.pipe(
  jsonObject,
  v.object({
    key: id,
    act: v.picklist(['create', 'update']),
    seen: v.fallback(
      v.pipe(
        jsonObject,
        v.object({
          version: v.fallback(v.pipe(v.number(), v.safeInteger(), v.minValue(0)), 0),
          heads: texts,
        }),
      ),
      { version: 0, heads: [] },
    ),
    at: text,
    label: text,
    values: Values,
    by: text,
    form_id: text,
    submission_id: text,
  }),
)

const CaseRow = v.pipe(jsonObject, v.object({ id, list: id, operations: readable(CaseOperation) }))

/** A case as the server has it, with the operations of every interview about it. */
export type CaseRow = v.InferOutput<typeof CaseRow>

/** Parses a case; null when it cannot be read. An operation that cannot be read is left out. */
export const parseCase = parseWith(CaseRow)
