import { beforeEach, expect, it } from 'vitest'
import { parseForm } from '../../../replication/wire/forms.ts'
import { demoUsers } from '../../../server/demo/seed.ts'
import { assignForm, putForm } from '../../../server/store/forms.ts'
import { attachFiles } from '../../../src/features/fill/files/attach.ts'
import type { Interview } from '../../../src/features/fill/interview/interview-shape.ts'
import { submit } from '../../../src/features/fill/submit/submit.ts'
import { slotId } from '../../../src/form/definition/form-shape.ts'
import { open, place, readServer, setUpFilling, theDevice, theServer } from './session.ts'

/** What an edit changes on the server, by the kind of change, and that it changes nothing else. */

setUpFilling()

const yesNo = [
  { value: 'yes', label: 'Yes' },
  { value: 'no', label: 'No' },
]
const definition = {
  id: 'homes',
  title: 'Homes',
  status: 'published',
  sections: [
    {
      id: 's',
      fields: [
        { id: 'who', label: 'Who', type: 'TEXT', is_required: true },
        { id: 'has_child', label: 'Child?', type: 'RADIO', options: yesNo },
        {
          id: 'child',
          label: 'Name of the child',
          type: 'TEXT',
          visible_if: { '==': [{ var: 'has_child' }, 'yes'] },
        },
        { id: 'roof', label: 'Tin roof?', type: 'SELECT', options: yesNo },
        { id: 'needs', label: 'Needs', type: 'CHECKBOX', options: yesNo },
        { id: 'photos', label: 'Photos', type: 'IMAGE', multiple: true },
      ],
    },
  ],
}

beforeEach(async () => {
  const { db, clock } = theServer()
  const form = parseForm(definition)
  if (form === null) throw new Error('The fixture is no form.')
  await putForm(db.query, form, new Date(clock()))
  await assignForm(db.query, demoUsers.asha.id, form.id, new Date(clock()))
})

type Values = Readonly<Record<string, string | string[]>>

const everything: Values = {
  who: 'Meena',
  has_child: 'yes',
  child: 'Ravi',
  roof: 'no',
  needs: ['yes', 'no'],
}

const fieldAt = ({ form }: Interview, id: string) => {
  const field = form.fieldById.get(slotId(id, 0))
  if (field === undefined) throw new Error(`There is no ${id}.`)
  return field
}

const answer = (interview: Interview, values: Values): void => {
  for (const [id, value] of Object.entries(values)) interview.edit(fieldAt(interview, id), value)
}

const opened = async (choice: Parameters<typeof open>[0]): Promise<Interview> => {
  const found = await open(choice, definition.id)
  if (found.kind !== 'open') throw new Error(`It is ${found.kind}.`)
  return found.interview
}

const photo = (name: string) => new File([name], `${name}.jpg`, { type: 'image/jpeg' })

const attach = (interview: Interview, ...names: readonly string[]) => {
  const compress = (bytes: File) => Promise.resolve({ bytes, problem: null })
  const parts = { ...theDevice(), compress }
  return attachFiles(parts, interview, fieldAt(interview, 'photos'), names.map(photo))
}

const takeOut = async (interview: Interview, name: string): Promise<void> => {
  const field = fieldAt(interview, 'photos')
  const file = interview.files.get(field.id).find(each => each.file_name === `${name}.jpg`)
  if (file === undefined) throw new Error(`There is no ${name}.`)
  await interview.removeFile(field, file)
}

const send = async (interview: Interview): Promise<void> => {
  expect((await submit(theDevice(), interview, place)).kind).toBe('done')
  await theDevice().sync.run({ all: true })
}

/** A submission with an answer of each kind and two photos, which the server has; its id. */
const submitted = async (): Promise<string> => {
  const interview = await opened({ kind: 'new' })
  answer(interview, everything)
  await attach(interview, 'one', 'two')
  await send(interview)
  expect(await onServer()).toEqual({ ...everything, photos: ['one.jpg', 'two.jpg'] })
  return interview.writer.draft()?.id ?? ''
}

interface Row {
  readonly form_id: string
  readonly answers: readonly {
    readonly form_field_id: string
    readonly value: string | null
    readonly value_json: string[] | null
  }[]
}

/** The answers of the form's only row on the server; of its photos, the names. */
const onServer = async (): Promise<Values> => {
  const all = await readServer<readonly Row[]>('form-submissions?limit=1000')
  const rows = all.filter(({ form_id: formId }) => formId === definition.id)
  expect(rows).toHaveLength(1)
  const answers = (rows[0]?.answers ?? []).map(({ form_field_id, value, value_json }) => {
    if (form_field_id !== 'photos') return [form_field_id, value_json ?? value ?? ''] as const
    const names = (value_json ?? []).map(link => /(one|two|three)\.jpg/.exec(link)?.[0] ?? link)
    return [form_field_id, names.sort()] as const
  })
  // A cleared answer is an empty one.
  return Object.fromEntries(answers.filter(([, value]) => value.length > 0))
}

const without = (values: Values, ...ids: readonly string[]): Values =>
  Object.fromEntries(Object.entries(values).filter(([id]) => !ids.includes(id)))

const photos = ['one.jpg', 'two.jpg']

it.each<readonly [string, Values]>([
  ['one of a list', { roof: '' }],
  ['the only button', { has_child: '' }],
  ['all of several', { needs: [] }],
])('a choice that is cleared is gone: %s', async (_, cleared) => {
  const interview = await opened({ kind: 'edit', id: await submitted() })
  answer(interview, cleared)
  await send(interview)
  // The name of the child is asked only with a child.
  const gone = 'has_child' in cleared ? ['has_child', 'child'] : Object.keys(cleared)
  expect(await onServer()).toEqual({ ...without(everything, ...gone), photos })
})

it('a choice of several that is taken back is gone, and the others stay', async () => {
  const interview = await opened({ kind: 'edit', id: await submitted() })
  answer(interview, { needs: ['no'] })
  await send(interview)
  expect(await onServer()).toEqual({ ...everything, needs: ['no'], photos })
})

it('a photo that is taken out is gone, and the other stays', async () => {
  const interview = await opened({ kind: 'edit', id: await submitted() })
  await takeOut(interview, 'one')
  await send(interview)
  expect(await onServer()).toEqual({ ...everything, photos: ['two.jpg'] })
})

it('the only photos that are taken out are gone', async () => {
  const interview = await opened({ kind: 'edit', id: await submitted() })
  await takeOut(interview, 'one')
  await takeOut(interview, 'two')
  await send(interview)
  expect(await onServer()).toEqual(everything)
})

it('an answer whose question no longer applies is gone, and is back when it applies again', async () => {
  const id = await submitted()
  const first = await opened({ kind: 'edit', id })
  answer(first, { has_child: 'no' })
  await send(first)
  expect(await onServer()).toEqual({ ...without(everything, 'child'), has_child: 'no', photos })
  const again = await opened({ kind: 'edit', id })
  answer(again, { has_child: 'yes', child: 'Sana' })
  await send(again)
  expect(await onServer()).toEqual({ ...everything, child: 'Sana', photos })
})

it('a stale tab writes only what it changed', async () => {
  const id = await submitted()
  const stale = await opened({ kind: 'edit', id })
  const fresh = await opened({ kind: 'edit', id })
  answer(fresh, { who: 'Meena Ben', needs: [] })
  await takeOut(fresh, 'one')
  await attach(fresh, 'three')
  await send(fresh)
  const changed = { ...without(everything, 'needs'), who: 'Meena Ben' }
  expect(await onServer()).toEqual({ ...changed, photos: ['three.jpg', 'two.jpg'] })
  answer(stale, { roof: 'yes' })
  await send(stale)
  expect(await onServer()).toEqual({ ...changed, roof: 'yes', photos: ['three.jpg', 'two.jpg'] })
})

it('a tab that was opened before the row changed on the server writes only what it changed', async () => {
  const id = await submitted()
  const stale = await opened({ kind: 'edit', id })
  const { server_id } = await theDevice().db.submissions.findOne(id).exec(true)
  // As another phone does.
  await theServer().db.query(
    `update submission_answers set value = $1 where form_field_id = 'who' and submission_id = $2`,
    ['Meena Ben', server_id],
  )
  answer(stale, { roof: 'yes' })
  await send(stale)
  expect(await onServer()).toEqual({ ...everything, who: 'Meena Ben', roof: 'yes', photos })
})
