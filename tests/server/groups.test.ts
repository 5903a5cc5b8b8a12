import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { adminOf } from './admin-line.ts'
import { temporaryDirectory } from './child-server.ts'
import { describeServer } from './engines.ts'
import { signIn } from './surveyor.ts'

describeServer('groups of surveyors', server => {
  const admin = adminOf(server)
  const asha = 'asha@transect.example'

  test('get and lose a form together, as their members are at that moment', async () => {
    const ask = await signIn(server())
    const hasForm = async () =>
      ((await ask('forms')).data as readonly { id: string }[]).some(
        ({ id }) => id === 'household-profile',
      )
    await admin('form', 'unassign', 'household-profile', '--all')
    await expect(admin('form', 'assign', 'household-profile', '--group', 'north')).rejects.toThrow(
      'no group north',
    )
    await admin('group', 'add', 'north', asha, 'first@transect.example')
    await admin('group', 'add', 'north', asha)
    expect(await admin('group', 'list')).toEqual([`north  ${asha}, first@transect.example`])
    expect(await admin('form', 'assign', 'household-profile', '--group', 'north')).toEqual([
      'household-profile is assigned to the 2 users of north.',
    ])
    expect(await hasForm()).toBe(true)
    await admin('group', 'remove', 'north', 'first@transect.example')
    expect(await admin('form', 'unassign', 'household-profile', '--group', 'north')).toEqual([
      'household-profile is no longer assigned to 1 user of north.',
    ])
    expect(await hasForm()).toBe(false)
    await expect(admin('group', 'remove', 'south', asha)).rejects.toThrow('not in south')
    await expect(admin('group', 'add', 'south', asha, 'none@x.y')).rejects.toThrow('no user none')
    expect(await admin('group', 'list')).toEqual([`north  ${asha}`])
    await admin('user', 'erase', asha, '--yes')
    expect(await admin('group', 'list')).toEqual([])
  })

  test('come with an import of people', async () => {
    const directory = await temporaryDirectory()
    const path = join(directory.path, 'people.csv')
    await writeFile(
      path,
      'email,group\nida@ngo.example,north\nravi@ngo.example,\nmeena@ngo.example,north\n',
    )
    await admin('user', 'import', path, '--out', join(directory.path, 'out.csv'))
    expect(await admin('group', 'list')).toEqual(['north  ida@ngo.example, meena@ngo.example'])
    await directory.remove()
  })
})
