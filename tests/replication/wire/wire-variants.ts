/** What servers write for one and the same thing, by the way in which they write it. */

/** A user as our server writes it. */
export const user = {
  id: 7,
  full_name: 'Asha Verma',
  first_name: 'Asha',
  last_name: 'Verma',
  phone_number: '9825000000',
  email: 'asha@transect.example',
  address: '',
  is_active: true,
  is_first_login: false,
  profile_image: '',
  organization_name: 'Terra Verde Relief',
  organization_logo: '',
}
const { address: _a, is_active: _i, is_first_login: _f, ...sparse } = user
const { profile_image: _p, organization_logo: _o, ...sparseUser } = sparse
/** The same user, as servers write it. */
export const sameUsers = {
  'as we write it': user,
  'with texts for numbers': { ...user, id: '7', phone_number: 9825000000 },
  'with numbers for flags': { ...user, is_active: 1, is_first_login: 0 },
  'with texts for flags': { ...user, is_active: '1', is_first_login: '0' },
  'with words for flags': { ...user, is_active: 'True', is_first_login: ' no ' },
  'with null for nothing': {
    ...user,
    address: null,
    is_active: null,
    is_first_login: null,
    profile_image: null,
    organization_logo: null,
  },
  'without what is nothing': sparseUser,
}
/** What is read of each of them. */
export const readUser = { ...user, id: '7' }

/** A row as our server writes it. */
export const row = {
  id: 12,
  form_id: 3,
  form_name: 'Water points',
  latitude: 12.9716,
  longitude: 77.5946,
  address: 'MG Road',
  city: '',
  created_at: '2026-11-20T09:30:00Z',
  updated_at: '2026-11-20T10:00:00Z',
  answers: [{ form_field_id: 'q', value: 'yes', value_json: null }],
}
const { form_name: _n, created_at: _c, updated_at: _u, city: _t, ...others } = row
const times = { createdAt: row.created_at, updatedAt: row.updated_at }
/** The same row, as servers write it (3.21). */
export const sameRows = {
  'as we write it': row,
  'with texts for numbers': {
    ...row,
    id: '12',
    form_id: '3',
    latitude: '12.9716',
    longitude: ' 77.5946',
  },
  'with formName and created_at': {
    ...others,
    formName: row.form_name,
    created_at: row.created_at,
    updated_at: row.updated_at,
  },
  'with formName and createdAt': { ...others, formName: row.form_name, ...times },
  'with form_name and createdAt': { ...others, form_name: row.form_name, ...times },
  'with null and empty under one name': {
    ...others,
    form_name: '',
    formName: row.form_name,
    created_at: null,
    updated_at: null,
    ...times,
    city: null,
  },
  'with both names': { ...row, formName: 'Another', createdAt: '2020-01-01T00:00:00Z' },
  'with times without a zone': {
    ...others,
    formName: row.form_name,
    createdAt: '2026-11-20 09:30:00',
    updated_at: '2026-11-20 10:00:00',
  },
  'with its syncStatus': { ...row, syncStatus: 'synced' },
}
/** What is read of each of them. */
export const readRow = { ...row, id: '12', form_id: '3' }
/** Rows that say little. */
export const barely = {
  'with nothing else': { id: 12, form_id: 3 },
  'with null for all else': {
    ...Object.fromEntries(Object.keys(row).map(name => [name, null])),
    id: '12',
    form_id: '3',
  },
  'with empty texts for all else': {
    ...Object.fromEntries(Object.keys(row).map(name => [name, ''])),
    id: '12',
    form_id: '3',
  },
}
/** What is read of each of them. */
export const readBarely = {
  id: '12',
  form_id: '3',
  form_name: '',
  address: '',
  city: '',
  created_at: '',
  updated_at: '',
  answers: null,
}

const head = {
  id: 3,
  title: 'Water points',
  description: 'By the road',
  status: 'draft',
  submissions: 4,
  created_at: '2026-11-01T08:00:00Z',
  updated_at: '2026-11-02T08:00:00Z',
}
const { title: _title, created_at: _made, updated_at: _changed, ...otherHead } = head
const named = { name: head.title, created_at: head.created_at, updated_at: head.updated_at }
/** The same head of a form, as servers write it (3.17). */
export const sameHeads = {
  'as we write it': head,
  'with texts for numbers': { ...head, id: '3', submissions: '4' },
  'with a name': { ...otherHead, ...named },
  'with a name and no title': { ...otherHead, title: null, ...named },
  'with createdAt and updatedAt': {
    ...otherHead,
    title: head.title,
    createdAt: head.created_at,
    updatedAt: head.updated_at,
  },
  'with times without a zone': {
    ...head,
    created_at: '2026-11-01T08:00:00',
    updated_at: '2026-11-02 08:00:00',
  },
}
/** What is read of each of them. */
export const readHead = { ...head, id: '3' }
/** Heads that say little. */
export const barelyHeads = {
  'with nothing else': { id: 3 },
  'with null for all else': {
    ...Object.fromEntries(Object.keys(head).map(name => [name, null])),
    id: '3',
  },
}
/** What is read of each of them. */
export const readBarelyHead = {
  id: '3',
  title: 'Untitled Form',
  description: '',
  status: 'published',
  submissions: 0,
  created_at: '',
  updated_at: '',
}

const field = {
  id: 5,
  name: 'Source',
  label: 'Source',
  type: 'SELECT',
  placeholder: '',
  order: 1,
  help_text: 'Look twice',
  is_required: true,
  options: [
    { value: '1', label: '1' },
    { value: 'tap', label: 'tap' },
  ],
  multiple: false,
  max_kb: null,
}
const { help_text: _h, is_required: _r, label: _l, ...otherField } = field
const sections = (of: object) => ({ sections: [{ id: 1, name: 'One', order: 0, fields: [of] }] })
/** The same form, as servers write it (3.18, 3.19). */
export const sameForms = {
  'as we write it': { ...head, ...sections(field) },
  'with questions in its sections': {
    ...head,
    sections: [{ id: '1', title: 'One', order: '0', questions: [field] }],
  },
  'with questions besides an empty list of fields': {
    ...head,
    sections: [{ id: '1', name: 'One', fields: [], questions: [field] }],
    questions: null,
  },
  'with sections as a JSON text': { ...head, sections: JSON.stringify(sections(field).sections) },
  'with texts for numbers and flags': {
    ...head,
    ...sections({ ...field, id: '5', order: '1', is_required: '1', multiple: 'false' }),
  },
  'with a type in lower case': { ...head, ...sections({ ...field, type: 'select' }) },
  'with required and a description': {
    ...head,
    ...sections({ ...otherField, required: 1, description: field.help_text }),
  },
  'with options as plain values': {
    ...head,
    ...sections({ ...field, options: [1, 'tap'] }),
  },
  'with options as a JSON text': {
    ...head,
    ...sections({ ...field, options: JSON.stringify(field.options) }),
  },
  'with null for what is nothing': {
    ...head,
    ...sections({ ...field, label: null, placeholder: null, max_kb: null, multiple: null }),
  },
  'with a repeated and a broken question': {
    ...head,
    ...sections(field),
    questions: [field, null, { name: 'without an id' }],
  },
}
/** What is read of each of them. */
export const readForm = {
  ...readHead,
  sections: [{ id: '1', name: 'One', order: 0, fields: [{ ...field, id: '5' }] }],
}

/** The four numbers (3.27). */
export const stats = {
  total_assigned_forms: 3,
  total_submissions: 12,
  submissions_today: 0,
  response_rate: 100,
}
/** The same numbers, as servers write them. */
export const sameStats = {
  'as we write it': stats,
  'with texts for numbers': {
    total_assigned_forms: '3',
    total_submissions: '12',
    submissions_today: '0',
    response_rate: '100.0',
  },
  'with null for nothing': { ...stats, submissions_today: null },
  'without what is nothing': { ...stats, submissions_today: undefined },
  'with a rate above the highest': { ...stats, response_rate: 140 },
}
