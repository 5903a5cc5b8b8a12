import { createHash, createHmac } from 'node:crypto'

/** AWS's Signature Version 4, implemented independently of the product's, so that one checks the other. */

/** The credentials for an S3-compatible store. */
export interface S3Credentials {
  readonly region: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
}

const sha256 = (data: Uint8Array | string): string =>
  createHash('sha256').update(data).digest('hex')

const hmac = (key: Buffer | string, text: string): Buffer =>
  createHmac('sha256', key).update(text).digest()

/** A moment as `20130524T000000Z`. */
const stampOf = (now: Date): string => now.toISOString().replaceAll(/[-:]|\.\d{3}/g, '')

/**
 * Signs a request with AWS's Signature Version 4, and returns all headers to send. The address must already be
 * encoded and have no query.
 */
export const signedHeaders = (
  method: string,
  address: URL,
  headers: Readonly<Record<string, string>>,
  body: Uint8Array | string,
  credentials: S3Credentials,
  now: Date,
): Readonly<Record<string, string>> => {
  const stamp = stampOf(now)
  const day = stamp.slice(0, 8)
  const sent: Record<string, string> = {
    ...headers,
    host: address.host,
    'x-amz-content-sha256': sha256(body),
    'x-amz-date': stamp,
  }
  const names = Object.keys(sent).sort()
  const signedNames = names.join(';')
  const canonical = [
    method,
    address.pathname,
    address.search.slice(1),
    ...names.map(name => `${name}:${sent[name]?.trim()}`),
    '',
    signedNames,
    sent['x-amz-content-sha256'],
  ].join('\n')
  const scope = `${day}/${credentials.region}/s3/aws4_request`
  const text = ['AWS4-HMAC-SHA256', stamp, scope, sha256(canonical)].join('\n')
  const dayKey = hmac(`AWS4${credentials.secretAccessKey}`, day)
  const key = hmac(hmac(hmac(dayKey, credentials.region), 's3'), 'aws4_request')
  const signature = hmac(key, text).toString('hex')
  const credential = `${credentials.accessKeyId}/${scope}`
  const authorization = `AWS4-HMAC-SHA256 Credential=${credential}, SignedHeaders=${signedNames}, Signature=${signature}`
  return { ...sent, authorization }
}
