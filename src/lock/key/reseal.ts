import type { HeldKey } from '../../../collections/storage/data-key.ts'
import type { Env } from '../../env.ts'
import { pinnedTo } from '../../session/pinned.ts'
import { seal, unseal } from '../../session/seal.ts'

/** The session is first, because a start looks only at it to see whether the others are sealed by a PIN. */
const names = ['authData', 'rememberMeData', 'organizationDetails'] as const

/**
 * Seals the values of the vault with the key of a database with a PIN, or again with that of the device. Values that
 * the other key sealed already stay as they are, so that it can be repeated after a crash.
 */
export const reseal = async (
  { local, deviceKey }: Pick<Env, 'local' | 'deviceKey'>,
  held: Pick<HeldKey, 'database' | 'key'>,
  to: 'pin' | 'device',
): Promise<void> => {
  for (const name of to === 'pin' ? names : [...names].reverse()) {
    const stored = local.get(name)
    if (stored === null || pinnedTo(stored) !== (to === 'pin' ? null : held.database)) continue
    const own = await deviceKey()
    const value = await unseal(name, stored, to === 'pin' ? own : held.key)
    if (value === null) continue
    const sealed =
      to === 'pin' ? await seal(name, value, held.key, held.database) : await seal(name, value, own)
    // Another tab may have written a newer value meanwhile.
    if (local.get(name) === stored) local.set(name, sealed)
  }
}
