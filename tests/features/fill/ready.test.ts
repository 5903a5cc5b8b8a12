import { describe, expect, it } from 'vitest'
import { assignedForms } from '../../../collections/queries.ts'
import { isUnpublished, keptVersions } from '../../../src/features/fill/opening/load-form.ts'
import { readyForms } from '../../../src/features/fill/opening/ready-forms.ts'
import { open, openNew, setUpFilling, theDevice } from './session.ts'

setUpFilling()

/** The ids of the published surveys in the order of the list, with their definitions on the device. */
const listed = async (): Promise<readonly string[]> => {
  const { db, sync } = theDevice()
  await sync.refresh.now('forms')
  const forms = await assignedForms().build(db.forms).exec()
  return forms.filter(form => !isUnpublished(form)).map(({ id }) => id)
}

const getReady = (isFree = () => true) => {
  const { db, env } = theDevice()
  return readyForms({ db, env, isFree })
}

describe('the surveys that will probably be opened next', () => {
  it('are the first of the list while nothing was sent, and are not compiled again', async () => {
    const ids = await listed()
    await theDevice().db.submissions.find().remove()
    const ready = await getReady()
    expect(ready.map(({ id }) => id)).toEqual(ids.slice(0, keptVersions))
    for (const { id, template } of ready) {
      const opened = await open({ kind: 'new' }, id)
      expect(opened.kind === 'open' && opened.interview.form.template).toBe(template)
    }
  })

  it('begin with that of the newest submission', async () => {
    const ids = await listed()
    const { db, sync } = theDevice()
    await sync.refresh.now('submissions')
    const last = ids.at(-1) ?? ''
    await db.submissions.find({ selector: { form_id: { $ne: last } } }).remove()
    expect(ids.indexOf(last)).toBeGreaterThanOrEqual(keptVersions)
    expect((await getReady()).map(({ id }) => id)).toEqual([
      last,
      ...ids.slice(0, keptVersions - 1),
    ])
  })

  it('leave out what is unpublished, and what has no definition here', async () => {
    const { db } = theDevice()
    const [first = '', second = '', third = ''] = await listed()
    await (await db.forms.findOne(first).exec(true)).incrementalPatch({ status: 'draft' })
    await (await db.forms.findOne(second).exec(true)).incrementalPatch({ definition_hash: '' })
    await db.submissions.find().remove()
    expect((await getReady())[0]?.id).toBe(third)
  })

  it('wait as soon as the device is not free', async () => {
    await listed()
    let asked = 0
    expect(await getReady(() => (asked += 1) === 1)).toHaveLength(1)
    expect(await getReady(() => false)).toEqual([])
  })

  it('give way to those that are opened', async () => {
    const ids = await listed()
    const { form } = await openNew()
    for (const id of ids.filter(one => one !== form.id).slice(0, keptVersions - 1)) {
      await open({ kind: 'new' }, id)
    }
    expect((await openNew()).form.template).toBe(form.template)
    for (const id of ids.filter(one => one !== form.id).slice(0, keptVersions)) {
      await open({ kind: 'new' }, id)
    }
    expect((await openNew()).form.template).not.toBe(form.template)
  })
})
