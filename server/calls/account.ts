import { AccountUpdateRequest } from '../../replication/wire/requests.ts'
import { failed, good, passed, refuseFields, type Checked } from '../http/answer.ts'
import type { SurveyorCall, SurveyorHandler } from '../backend.ts'
import { isMultipart, readJson, readMultipart, textPart } from '../http/body.ts'
import { imageTypeOf, safeFileName } from '../files/file-kind.ts'
import { limits } from '../http/limits.ts'
import { userToWire } from './rows.ts'
import { setProfile, setProfileImage, userById } from '../store/users.ts'
import { validate } from '../http/validate.ts'

const namingOf = (call: SurveyorCall) => ({
  fileLinks: call.backend.fileLinks,
  origin: call.origin,
})

/** GET account (7.9). */
export const account: SurveyorHandler = async call =>
  good('Account', userToWire(call.user, namingOf(call)))

interface ReadUpdate {
  readonly fields: unknown
  readonly image: { readonly bytes: Uint8Array; readonly name: string } | null
}

const readUpdate = async (request: Request): Promise<Checked<ReadUpdate>> => {
  if (!isMultipart(request)) {
    const json = await readJson(request)
    return json.ok ? passed({ fields: json.value, image: null }) : json
  }
  const form = await readMultipart(request)
  if (!form.ok) return form
  const fields = {
    first_name: textPart(form.value, 'first_name'),
    last_name: textPart(form.value, 'last_name'),
    phone_number: textPart(form.value, 'phone_number'),
  }
  const part = form.value.get('profile_image')
  if (part === null || typeof part === 'string') return passed({ fields, image: null })
  const bytes = new Uint8Array(await part.arrayBuffer())
  if (bytes.byteLength > limits.imageBytes) {
    return failed(refuseFields({ profile_image: ['The picture must be smaller than 5MB.'] }))
  }
  if (imageTypeOf(bytes) === null) {
    return failed(refuseFields({ profile_image: ['The picture must be a JPEG, PNG or WebP.'] }))
  }
  return passed({ fields, image: { bytes, name: safeFileName(part.name) } })
}

/** POST account-update (7.10), as JSON or with a picture as multipart. */
export const accountUpdate: SurveyorHandler = async call => {
  const update = await readUpdate(call.request)
  if (!update.ok) return update.refusal
  const fields = validate(AccountUpdateRequest, update.value.fields)
  if (!fields.ok) return fields.refusal

  const { db, blobs } = call.backend
  const { image } = update.value
  const sha256 = image === null ? null : await blobs.put(image.bytes)
  const user = await db.tx(async query => {
    await setProfile(query, call.user.id, fields.value)
    if (image !== null && sha256 !== null) {
      await setProfileImage(query, call.user.id, sha256, image.name)
    }
    return userById(query, call.user.id)
  })
  return good('Profile updated successfully!', userToWire(user ?? call.user, namingOf(call)))
}
