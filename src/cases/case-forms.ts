import { useEffect, useState } from 'react'
import type { Database } from '../../collections/database.ts'
import { assignedForms, fieldsOfVersion } from '../../collections/queries.ts'
import type { FormDoc } from '../../collections/schemas/forms.ts'
import type { FormQuestionDoc } from '../../collections/schemas/form-questions.ts'
import { useWorkspace } from '../context.tsx'
import { useLive } from '../lib/hooks/use-live.ts'
import { caseUseOf, type CaseUse } from './case-use.ts'

/** An assigned form that has something to do with cases. */
export interface CaseForm {
  readonly form: Pick<FormDoc, 'id' | 'title' | 'status'>
  readonly use: CaseUse
}

/** By the version's hash, because a version never changes. */
const known = new WeakMap<Database, Map<string, CaseUse>>()

const readUse = async (db: Database, definitionHash: string): Promise<CaseUse | null> => {
  const uses = known.get(db) ?? new Map<string, CaseUse>()
  known.set(db, uses)
  const use = uses.get(definitionHash)
  if (use !== undefined) return use
  const docs = await fieldsOfVersion(definitionHash).build(db.form_questions).exec()
  if (docs.length === 0) return null
  const made = caseUseOf(docs.map(doc => doc.toMutableJSON() as FormQuestionDoc))
  uses.set(definitionHash, made)
  return made
}

const assigned = assignedForms()

/** The assigned forms that have something to do with cases, the last updated first; null until they are read. */
export const useCaseForms = (): readonly CaseForm[] | null => {
  const { db } = useWorkspace()
  const { docs, isFirstRead } = useLive(assigned)
  const [forms, setForms] = useState<readonly CaseForm[] | null>(null)
  useEffect(() => {
    if (isFirstRead) return undefined
    let isCurrent = true
    const read = async () => {
      const found: CaseForm[] = []
      for (const { id, title, status, definition_hash: hash } of docs) {
        const use = hash === '' ? null : await readUse(db, hash)
        if (use === null || (use.kept.length === 0 && use.choosers.length === 0)) continue
        found.push({ form: { id, title, status }, use })
      }
      if (isCurrent) setForms(found)
    }
    // It fails only while the database is closing.
    void read().catch(() => {})
    return () => {
      isCurrent = false
    }
  }, [db, docs, isFirstRead])
  return forms
}
