import { readFile } from 'node:fs/promises'
import { parseStorable } from '../db/storable.ts'
import { readJsonForm } from '../import/json-form.ts'
import { ImportProblem } from '../import/source.ts'
import { allForms, removeForm, setFormStatus } from '../store/admin.ts'
import { assignForm, assignToAll, putForm, unassignForm } from '../store/forms.ts'
import { assignToGroup, unassignFromGroup } from '../store/groups.ts'
import { AdminProblem, counted, whyOf, wordAt, type Arguments, type Command } from './command.ts'
import { importForm } from './import.ts'
import { userWithEmail } from './people/users.ts'

/** Whether a file is a form's source by its extension, not a form in JSON. */
const isSource = (path: string): boolean => /\.(xlsx?|xlsm|xml|ods|csv|zip)$/i.test(path)

const readJson = async (path: string): Promise<unknown> => {
  if (isSource(path)) {
    throw new AdminProblem(
      `${path} is not a form in JSON: "form import" takes .xlsx, .xml and .zip.`,
    )
  }
  try {
    return parseStorable(await readFile(path, 'utf8'))
  } catch (failure) {
    throw new AdminProblem(`${path} cannot be read: ${whyOf(failure)}`)
  }
}

const formFrom = (raw: unknown, path: string) => {
  try {
    return readJsonForm(raw, path)
  } catch (failure) {
    throw failure instanceof ImportProblem ? new AdminProblem(failure.message) : failure
  }
}

/** form publish <file.json> [--draft] [--assign-all]: publishes one form, or all forms of a list or none. */
const publish: Command = async (context, given) => {
  const path = wordAt(given, 0, 'the file of a form')
  const raw = await readJson(path)
  const now = new Date(context.clock())
  return context.db.tx(async query => {
    const lines: string[] = []
    for (const entry of Array.isArray(raw) ? raw : [raw]) {
      const { form, leftOut } = formFrom(entry, path)
      const status = given.options['draft'] === undefined ? 'published' : 'draft'
      await putForm(query, { ...form, status }, now)
      const count = form.sections.flatMap(({ fields }) => fields).length
      lines.push(`${form.id}: "${form.title}", ${counted(count, 'field')}, ${status}.`)
      if (leftOut > 0)
        lines.push(
          `  Left out: ${counted(leftOut, 'entry', 'entries')} without an id, or with one used before.`,
        )
      if (given.options['assign-all'] !== undefined) {
        await assignToAll(query, form.id, now)
        lines.push('  Assigned to all users.')
      }
    }
    return lines
  })
}

const mustExist = (isThere: boolean, formId: string): void => {
  if (!isThere) throw new AdminProblem(`There is no form ${formId}.`)
}

/** form unpublish <id>: the form is listed as unpublished and takes no more submissions. */
const unpublish: Command = async (context, given) => {
  const id = wordAt(given, 0, 'the id of a form')
  mustExist(await setFormStatus(context.db.query, id, 'draft', new Date(context.clock())), id)
  return [`${id} is unpublished.`]
}

/** form remove <id>: removes the form from all lists. Its submissions stay. */
const remove: Command = async (context, given) => {
  const id = wordAt(given, 0, 'the id of a form')
  mustExist(await removeForm(context.db.query, id, new Date(context.clock())), id)
  return [`${id} is removed. Its submissions are kept.`]
}

/** Throws unless the users are named in one way only, because a person in addition to --all means something else. */
const mustNameOnce = ({ words, options }: Arguments): void => {
  const ways = [words[1], options['group'], options['all']].filter(way => way !== undefined)
  if (ways.length > 1) throw new AdminProblem('Please give an e-mail address, --group or --all.')
}

/** form assign <id> <email>, form assign <id> --group <name>, or form assign <id> --all */
const assign: Command = async (context, given) => {
  mustNameOnce(given)
  const id = wordAt(given, 0, 'the id of a form')
  const forms = await allForms(context.db.query)
  mustExist(
    forms.some(form => form.id === id),
    id,
  )
  const now = new Date(context.clock())
  if (given.options['all'] !== undefined) {
    return [
      `${id} is assigned to ${counted(await assignToAll(context.db.query, id, now), 'user')}.`,
    ]
  }
  const { group } = given.options
  if (group !== undefined) {
    const count = await assignToGroup(context.db.query, id, group, now)
    if (count === 0) throw new AdminProblem(`There is no group ${group}.`)
    return [`${id} is assigned to the ${counted(count, 'user')} of ${group}.`]
  }
  const email = wordAt(given, 1, 'an e-mail address, --group or --all').toLowerCase()
  const user = await userWithEmail(context.db.query, email)
  await assignForm(context.db.query, user.id, id, now)
  return [`${id} is assigned to ${email}.`]
}

/** form unassign, with the same arguments: removes the form from the list. Its submissions stay. */
const unassign: Command = async (context, given) => {
  mustNameOnce(given)
  const id = wordAt(given, 0, 'the id of a form')
  if (given.options['all'] !== undefined) {
    return [
      `${id} is no longer assigned to ${counted(await unassignForm(context.db.query, id, null), 'user')}.`,
    ]
  }
  const { group } = given.options
  if (group !== undefined) {
    const count = await unassignFromGroup(context.db.query, id, group)
    return [`${id} is no longer assigned to ${counted(count, 'user')} of ${group}.`]
  }
  const email = wordAt(given, 1, 'an e-mail address, --group or --all').toLowerCase()
  const count = await unassignForm(context.db.query, id, email)
  if (count === 0) throw new AdminProblem(`${id} is not assigned to ${email}.`)
  return [`${id} is no longer assigned to ${email}.`]
}

const list: Command = async context => {
  const forms = await allForms(context.db.query)
  return forms.map(form => {
    const status = form.removed_at === null ? form.status : 'removed'
    return `${form.id}  "${form.title}"  (${status}, ${counted(form.assigned, 'user')})`
  })
}

/** form import: a workbook, an XForm or an archive, or a file that publish accepts. */
const importAny: Command = (context, given) =>
  isSource(given.words[0] ?? '') ? importForm(context, given) : publish(context, given)

/** The commands `form …`. */
export const formCommands = {
  publish,
  import: importAny,
  unpublish,
  remove,
  assign,
  unassign,
  list,
} satisfies Readonly<Record<string, Command>>
