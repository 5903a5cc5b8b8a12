import {
  logoBytes,
  OrganizationChange,
  type Organization,
} from '../../../replication/wire/office/settings-calls.ts'
import { isPicture, setOrganization, storeLogo } from '../../admin/organization.ts'
import type { Query } from '../../db/db.ts'
import { good, refuse } from '../../http/answer.ts'
import { hasSeen, tagOf } from '../../http/tags.ts'
import { readBody } from '../../http/validate.ts'
import { lockOrganization, organization as storedOrganization } from '../../store/admin.ts'
import { logoLink } from '../../wire/rows.ts'
import type { AccountCall, AccountHandler } from '../office-call.ts'

const shown = async (call: AccountCall, query: Query): Promise<Organization> => {
  const stored = await storedOrganization(query)
  const { name = '', logo_sha256 = null, logo_name = null } = stored ?? {}
  return {
    name,
    logo: logoLink(call, { logo_sha256, logo_name }),
    tag: tagOf([name, logo_sha256, logo_name]),
  }
}

/** GET office/organization */
export const organization: AccountHandler = async call => {
  const data = await shown(call, call.backend.db.query)
  return good('The organization', data, { headers: { ETag: `"${data.tag}"` } })
}

const noPicture = refuse(422, 'The logo is neither a PNG, JPEG, GIF, WebP, AVIF nor an SVG.', {
  code: 'logo',
})
const largeLogo = refuse(413, 'The logo has more than 1 MB.', { code: 'logo_large' })

/** PUT office/organization */
export const organizationChange: AccountHandler = async call => {
  const body = await readBody(call.request, OrganizationChange)
  if (!body.ok) return body.refusal
  const { db, clock, sweepLater } = call.backend
  const { name, logo } = body.value
  const bytes = logo ? Buffer.from(logo.base64, 'base64') : null
  if (bytes !== null && bytes.byteLength > logoBytes) return largeLogo
  if (bytes !== null && !isPicture(bytes)) return noPicture
  const stored = logo && bytes ? await storeLogo(call.backend, bytes, logo.name) : null
  const result = await db.tx(async query => {
    await lockOrganization(query)
    const before = await shown(call, query)
    if (!hasSeen(call.request, before.tag))
      return refuse(412, 'Someone has changed it meanwhile.', {
        data: before,
        headers: { ETag: `"${before.tag}"` },
      })
    await setOrganization(query, name, logo === undefined ? undefined : stored, new Date(clock()))
    return shown(call, query)
  })
  if ('kind' in result) return result
  sweepLater()
  call.note([name, ...(logo === undefined ? [] : [logo === null ? 'no logo' : 'logo'])].join(' '))
  return good('Changed', result, { headers: { ETag: `"${result.tag}"` } })
}
