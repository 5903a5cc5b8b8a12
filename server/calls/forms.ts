import type { Json } from '../../replication/wire/envelope.ts'
import { good, refuse } from '../http/answer.ts'
import type { SurveyorHandler } from '../backend.ts'
import { pageMeta, pageOf } from '../http/paging.ts'
import {
  countForms,
  fileOfForm,
  formHeads,
  formState,
  formWithSections,
  type FormHeadRow,
} from '../store/forms.ts'

const headToWire = (form: FormHeadRow): Json => ({
  id: form.id,
  title: form.title,
  description: form.description,
  status: form.status,
  submissions: form.submissions,
  created_at: form.created_at.toISOString(),
  updated_at: form.updated_at.toISOString(),
  ...(form.maps.length === 0 ? {} : { maps: form.maps }),
})

/** GET forms (7.11): the heads of the assigned forms, including unpublished ones (3.17). */
export const forms: SurveyorHandler = async call => {
  const { query } = call.backend.db
  const page = pageOf(call.query)
  const rows = await formHeads(query, call.user.id, page.limit, page.offset)
  const total = await countForms(query, call.user.id)
  return good('Forms', rows.map(headToWire), { extra: pageMeta(page, total) })
}

/** GET forms/{id} (7.12): the definition. */
export const form: SurveyorHandler = async call => {
  const { query } = call.backend.db
  const found = await formWithSections(query, call.user.id, call.id)
  if (found !== null) {
    return good('Form', {
      ...headToWire(found),
      sections: found.sections,
      ...(found.files.length === 0 ? {} : { files: found.files }),
    })
  }
  const state = await formState(query, call.user.id, call.id)
  const isRemoved = state !== null && state.is_assigned && state.removed_at !== null
  return refuse(404, isRemoved ? 'This project has been deleted' : 'Project not found.')
}

/** GET forms/files/{id}: the contents of a file that an assigned form names. */
export const formFile: SurveyorHandler = async call => {
  const contents = await fileOfForm(call.backend.db.query, call.user.id, call.id)
  return contents === null ? refuse(404, 'File not found.') : good('File', contents)
}
