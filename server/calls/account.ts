import { AccountUpdateRequest } from '../../replication/wire/requests.ts'
import type { SurveyorCall, SurveyorHandler } from '../backend.ts'
import { imageTypeOf } from '../files/file-kind.ts'
import { good, refuseFields, type Answer, type Refusal } from '../http/answer.ts'
import { readJson } from '../http/body.ts'
import { limits } from '../limits.ts'
import { isMultipart, type ReceivedFile } from '../http/multipart.ts'
import { validate } from '../http/validate.ts'
import { noteDevice } from './note-device.ts'
import { noteSecurity } from './security-log.ts'
import { freeBlobs } from '../store/freed-blobs.ts'
import { setProfile, setProfileImage, userById } from '../store/users.ts'
import { storeBlobs, withUpload } from './receive-upload.ts'
import { userToWire } from '../wire/rows.ts'

/** GET account (7.9). */
export const account: SurveyorHandler = async call => {
  noteDevice(call)
  return good('Account', userToWire(call.user, call))
}

/** GET recovery-key, an extension: opens the data of a device whose PIN was forgotten, so no cache may keep it. */
export const recoveryKey: SurveyorHandler = async call => {
  noteSecurity(call, 'info', 'recovery-key', { account: call.user.id })
  const key = await call.backend.recoveryKeyOf(call.user.id)
  return good('Recovery key', { recovery_key: key }, { headers: { 'Cache-Control': 'no-store' } })
}

interface ReadUpdate {
  readonly fields: unknown
  readonly image: ReceivedFile | null
}

const imageProblem = (image: ReceivedFile | null): Refusal | null => {
  if (image === null) return null
  if (image.sizeBytes > limits.imageBytes) {
    return refuseFields({ profile_image: ['The picture must be smaller than 5MB.'] })
  }
  return imageTypeOf(image.head) === null
    ? refuseFields({ profile_image: ['The picture must be a JPEG, PNG or WebP.'] })
    : null
}

const update = async (call: SurveyorCall, { fields, image }: ReadUpdate): Promise<Answer> => {
  const problem = imageProblem(image)
  if (problem !== null) return problem
  const checked = validate(AccountUpdateRequest, fields)
  if (!checked.ok) return checked.refusal
  const { db, clock } = call.backend
  if (image !== null) await storeBlobs(call.backend, [image])
  const user = await db.tx(async query => {
    await setProfile(query, call.user.id, checked.value)
    if (image !== null) {
      const before = await setProfileImage(query, call.user.id, image.sha256, image.name)
      await freeBlobs(query, before === null ? [] : [before], new Date(clock()))
    }
    return userById(query, call.user.id)
  })
  call.backend.sweepLater()
  return good('Profile updated successfully!', userToWire(user ?? call.user, call))
}

/** POST account-update (7.10), as JSON or with a picture as multipart. */
export const accountUpdate: SurveyorHandler = async call => {
  if (!isMultipart(call.request)) {
    const json = await readJson(call.request, limits.publicJsonBytes)
    return json.ok ? update(call, { fields: json.value, image: null }) : json.refusal
  }
  return withUpload(call, ({ text, files }) =>
    update(call, {
      fields: {
        first_name: text('first_name'),
        last_name: text('last_name'),
        phone_number: text('phone_number'),
      },
      image: files.find(({ field }) => field === 'profile_image') ?? null,
    }),
  )
}
