import { Subject } from 'rxjs'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { answerAt } from '../../../collections/ids.ts'
import { attachFiles } from '../../../src/features/fill/files/attach.ts'
import type { Interview } from '../../../src/features/fill/interview/interview-shape.ts'
import { openInterview } from '../../../src/features/fill/opening/open-interview.ts'
import type { Choice } from '../../../src/features/fill/opening/opened.ts'
import { submit } from '../../../src/features/fill/submit/submit.ts'
import { createDisk, openDevice, submissionOf, type Device, type Disk } from '../../device.ts'
import { until } from '../../env.ts'
import { entriesIn, keepEntryApart, reopenEntry, tryAgain } from '../../recovery.ts'
import { createRandom } from '../../sim/random.ts'
import { at, household, member, outline } from './nested-form.ts'
import { nestedServers, type NestedServer } from './nested-servers.ts'

/** Two devices that add households and members to one submission, while neither knows of the other. */

const noPlace = { kind: 'unknown' } as const
const asItIs = (bytes: File) => Promise.resolve({ bytes, problem: null })

/** The members in their order, each after the head of its household. */
const membersOf = (interview: Interview): readonly string[] =>
  outline(interview).flatMap(line => {
    const [, head, who] = /^Household .*? – (.*?) › .*: who=(.*?) age=/.exec(line) ?? []
    return who === undefined ? [] : [`${head}: ${who}`]
  })

const isPut = (...[input, init]: Parameters<typeof fetch>): boolean =>
  (input instanceof Request ? input : init)?.method === 'PUT'

/** The number of the occurrence with a name. */
const numberOf = (interview: Interview, name: string, id = 'who'): number =>
  interview.form.fields.find(field => field.fieldId === id && interview.answers.get(field) === name)
    ?.occurrence ?? -1

describe.each(nestedServers())('on %s', (name, start) => {
  let server: NestedServer
  let device: Device
  let id: string
  let first: Disk
  let second: Disk

  /** Goes on with the device of a disk. */
  const use = async (disk: Disk, wire = server.fetch): Promise<void> => {
    await device?.crash()
    device = await openDevice({ ...server, fetch: wire }, disk, server.token)
    await device.sync.refresh.now('forms')
  }
  const open = async (choice: Choice): Promise<Interview> => {
    const env = { ...device.env, visible$: new Subject<boolean>() }
    const opened = await openInterview(
      { db: device.db, api: device.api, refresh: device.sync.refresh, env },
      'nested',
      choice,
    )
    if (opened.kind !== 'open') throw new Error(`It is ${opened.kind}.`)
    return opened.interview
  }
  const keep = async (interview: Interview): Promise<string> => {
    expect(await submit(device, interview, noPlace)).toMatchObject({ kind: 'done' })
    await interview.close()
    return interview.submission?.id ?? interview.writer.draft()?.id ?? ''
  }
  const allSent = (sentId: string) =>
    until('everything sent', async () => {
      await device.sync.run({ all: true })
      const stored = await submissionOf(device, sentId)
      return stored?.syncStatus === 'synced' ? stored : null
    })

  beforeEach(async () => {
    server = await start()
    first = createDisk()
    second = createDisk()
    await use(first)
    const interview = await open({ kind: 'new' })
    interview.edit(at(interview, 'village'), 'Rampura')
    household(interview, 'Asha', 'Ravi', 'Meena')
    id = (await allSent(await keep(interview))).server_id
    await use(second)
  })
  afterEach(() => device.crash())

  /** Each member that a third device shows, with the head of its household. */
  const seenElsewhere = async () => {
    await use(createDisk())
    const seen = await open({ kind: 'edit', id })
    await seen.close()
    const stored = await submissionOf(device, seen.submission?.id ?? '')
    return { members: membersOf(seen), answers: stored?.answers ?? {} }
  }
  const editOnFirst = async (change: (online: Interview) => void): Promise<void> => {
    await use(first)
    const online = await open({ kind: 'edit', id })
    change(online)
    await allSent(await keep(online))
  }
  /** Edits without a network on the second device; returns the id of the submission there. */
  const editOnSecond = async (change: (offline: Interview) => unknown): Promise<string> => {
    const offline = await open({ kind: 'edit', id })
    device.env.cut()
    await change(offline)
    return keep(offline)
  }
  const sendFromSecond = async (editedId: string, isKnown: boolean): Promise<void> => {
    await use(second)
    if (isKnown) await device.sync.refresh.now('submissions')
    await allSent(editedId)
  }

  describe.each([
    ['the edit is sent before the row is known', false],
    ['the row is known before the edit is sent', true],
  ])('%s:', (_when, isKnown) => {
    it('the answers of both stay apart, and a photo stays with its own', async () => {
      const edited = await editOnSecond(async offline => {
        const imran = household(offline, 'Imran', 'Sana')
        member(offline, imran, 'Tara')
        member(offline, 0, 'Late')
        const parts = { db: device.db, env: device.env, compress: asItIs }
        const picked = new File(['the photo of Sana'], 'sana.jpg', { type: 'image/jpeg' })
        await attachFiles(parts, offline, at(offline, 'photo', numberOf(offline, 'Sana')), [picked])
      })
      await editOnFirst(online => {
        household(online, 'Zoya', 'Nia')
        member(online, 0, 'Extra')
      })
      await sendFromSecond(edited, isKnown)
      const again = await open({ kind: 'edit', id: edited })
      const photos = again.files.get(at(again, 'photo', numberOf(again, 'Sana')).id)
      expect(photos.map(({ file_name }) => file_name)).toEqual(['sana.jpg'])
      await again.close()
      const { members, answers } = await seenElsewhere()
      expect(members).toEqual([
        'Asha: Ravi',
        'Asha: Meena',
        'Asha: Extra',
        'Asha: Late',
        'Zoya: Nia',
        'Imran: Sana',
        'Imran: Tara',
      ])
      const photo = Object.keys(answers).find(key => key.startsWith('photo')) ?? ''
      // A plain server does not store of which occurrence a file is.
      const owner = name === 'our server' ? 'Sana' : 'Ravi'
      expect(answerAt(answers, photo.replace('photo', 'who'))).toBe(owner)
    }, 60_000)

    it('one that is added and removed again takes none of the other device along', async () => {
      const edited = await editOnSecond(offline => member(offline, 0, 'Late'))
      const again = await open({ kind: 'edit', id: edited })
      again.removeOccurrence('member', numberOf(again, 'Late'))
      await keep(again)
      await editOnFirst(online => member(online, 0, 'Extra'))
      await sendFromSecond(edited, isKnown)
      const { members } = await seenElsewhere()
      expect(members).toEqual(['Asha: Ravi', 'Asha: Meena', 'Asha: Extra'])
    }, 60_000)

    it('an occurrence that the server has, although its answer was lost, is not added again', async () => {
      const edited = await editOnSecond(offline => household(offline, 'Imran', 'Sana'))
      await use(second, async (input, init) => {
        const answer = await server.fetch(input, init)
        if (!isPut(input, init)) return answer
        throw new TypeError('The answer was lost.')
      })
      await device.sync.run({ all: true })
      await use(first)
      await device.sync.refresh.now('submissions')
      await editOnFirst(online =>
        online.edit(at(online, 'who', numberOf(online, 'Sana')), 'Sana B'),
      )
      await sendFromSecond(edited, isKnown)
      const { members } = await seenElsewhere()
      expect(members.slice(2)).toEqual(['Imran: Sana'])
    }, 60_000)
  })

  it.each([
    ['sent again', (entryId: string) => tryAgain(device.db, entryId, device.env.clock.now())],
    [
      'opened and submitted',
      async (entryId: string) => {
        const { clock, uuid } = device.env
        await keepEntryApart(device.db, entryId)
        await reopenEntry(device.db, entryId, clock.now(), uuid)
        await keep(await open({ kind: 'edit', id }))
      },
    ],
  ])(
    'a refused edit, which is %s after the other device has added one, leaves it as it is',
    async (_, goOn) => {
      const edited = await editOnSecond(async offline => {
        const late = at(offline, 'photo', member(offline, 0, 'Late'))
        const parts = { db: device.db, env: device.env, compress: asItIs }
        await attachFiles(parts, offline, late, [
          new File(['the photo of Late'], 'late.jpg', { type: 'image/jpeg' }),
        ])
      })
      await use(second, async (input, init) =>
        isPut(input, init)
          ? Response.json({ message: 'Refused.' }, { status: 422 })
          : server.fetch(input, init),
      )
      await device.sync.run({ all: true })
      const [entry] = await entriesIn(device.db)
      await editOnFirst(online => member(online, 0, 'Extra'))
      await use(second)
      await device.sync.refresh.now('submissions')
      await goOn(entry?.id ?? '')
      await allSent(edited)
      const again = await open({ kind: 'edit', id: edited })
      const photos = again.files.get(at(again, 'photo', numberOf(again, 'Late')).id)
      expect(photos.map(({ file_name }) => file_name)).toEqual(['late.jpg'])
      await again.close()
      const { members } = await seenElsewhere()
      expect(members).toEqual(['Asha: Ravi', 'Asha: Meena', 'Asha: Extra', 'Asha: Late'])
    },
    60_000,
  )

  it.each([1, 2])(
    'random additions of both are all there, seed %i',
    async seed => {
      const random = createRandom(seed)
      const wanted: string[] = []
      const addSome = (who: string) => (interview: Interview) => {
        const heads = ['Asha']
        for (let n = 0; n < 6; n += 1) {
          const head = random.below(2) === 0 ? `Head ${who}${n}` : heads[random.below(heads.length)]
          if (head === undefined) throw new Error('There is no household.')
          if (!heads.includes(head)) {
            heads.push(head)
            household(interview, head)
          }
          member(interview, numberOf(interview, head, 'head'), `${who}${n}`)
          wanted.push(`${head}: ${who}${n}`)
        }
      }
      const edited = await editOnSecond(addSome('B'))
      await editOnFirst(addSome('A'))
      await sendFromSecond(edited, seed % 2 === 0)
      const { members } = await seenElsewhere()
      expect([...members].sort()).toEqual(['Asha: Ravi', 'Asha: Meena', ...wanted].sort())
    },
    60_000,
  )
})
