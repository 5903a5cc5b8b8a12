import * as v from 'valibot'
import { Change, FormOverview, FormPeople, FormReading, OfficeForm } from './form-answers.ts'
import { AssignRequest, StateRequest } from './form-requests.ts'
import type { OfficeCall } from './office-call.ts'
import { roles } from './roles.ts'

const writers = ['administrator', 'coordinator'] as const

/** The parts of an upload. */
const parts = {
  file: 'file',
  'media[]': 'files',
  /** An id that replaces the one in the file. */
  id: 'text',
  leave_out_broken: 'text',
  accept_unencrypted: 'text',
} as const

/** The calls about forms. */
export const formCalls = {
  forms: {
    method: 'GET',
    path: '/office/forms',
    roles,
    summary: 'The forms, with their versions and numbers.',
    data: v.array(OfficeForm),
    refusals: [],
  },
  form: {
    method: 'GET',
    path: '/office/forms/:id',
    roles,
    summary: 'A form with its versions, files and questions.',
    data: FormOverview,
    refusals: [404],
  },
  formChanges: {
    method: 'GET',
    path: '/office/forms/:id/changes',
    roles,
    summary: 'What differs between two versions of a form.',
    query: { from: 'The number of the earlier version.', to: 'That of the later one.' },
    data: v.array(Change),
    refusals: [404],
  },
  formPeople: {
    method: 'GET',
    path: '/office/forms/:id/people',
    roles: ['administrator', 'coordinator', 'viewer'],
    summary: 'Who has a form.',
    data: FormPeople,
    refusals: [404],
  },
  formRead: {
    method: 'POST',
    path: '/office/form-readings',
    roles: writers,
    summary: 'What a file would become: problems, report, questions and changes. Stores nothing.',
    parts,
    data: FormReading,
    refusals: [413, 422],
  },
  formPublish: {
    method: 'POST',
    path: '/office/forms',
    roles: writers,
    summary: 'Make a form, or its next version, of a file that was read.',
    parts: { ...parts, state: 'text', assign: 'text' },
    headers: { 'If-Match': 'The updated_at of the form as it was read; new for a new form.' },
    data: v.object({ id: v.string() }),
    refusals: [412, 413, 422],
  },
  formState: {
    method: 'PUT',
    path: '/office/forms/:id/state',
    roles: writers,
    summary: 'Publish, unpublish or remove a form. Its submissions stay.',
    body: StateRequest,
    headers: { 'If-Match': 'The updated_at of the form as it was read.' },
    data: v.null(),
    refusals: [404, 412, 422],
  },
  formAssign: {
    method: 'POST',
    path: '/office/forms/:id/assignments',
    roles: writers,
    summary: 'Assign a form to people. Answers how many have it now.',
    body: AssignRequest,
    data: v.object({ people: v.number() }),
    refusals: [404, 422],
  },
  formUnassign: {
    method: 'DELETE',
    path: '/office/forms/:id/assignments',
    roles: writers,
    summary: 'Take a form from people. Answers how many had it.',
    body: AssignRequest,
    data: v.object({ people: v.number() }),
    refusals: [404, 422],
  },
} as const satisfies Record<string, OfficeCall>
