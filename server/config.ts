import { resolve } from 'node:path'
import { defaultGeocoderUrl, type TileService } from './http/headers.ts'
import type { S3Account } from './files/s3.ts'
import type { LogLevel } from './env/log.ts'
import type { SmtpOptions } from './env/mail.ts'

/** All settings from the environment. */
export interface Config {
  readonly port: number
  readonly host: string
  readonly dataDirectory: string
  /** The address of a PostgreSQL server; null means the embedded engine. */
  readonly databaseUrl: string | null
  readonly allowedOrigins: readonly string[]
  readonly publicUrl: string | null
  /** The maps service that the app asks for addresses. */
  readonly geocoderUrl: string
  /** The service of map tiles that the app shows beneath maps; null for none. */
  readonly tiles: TileService | null
  /** The API that the client was built for, when it is on another origin. */
  readonly apiOrigin: string | null
  /** Whether a proxy in front sets X-Forwarded-For. Without one, any client could forge it. */
  readonly trustProxy: boolean
  readonly mode: 'production' | 'test'
  /** Whether to empty the embedded database first. */
  readonly reset: boolean
  /** The S3 store; null means that there is none. */
  readonly s3: S3Account | null
  /** Its bucket for files; null means the data directory. */
  readonly bucket: string | null
  /** The mail server; null means that e-mails are only kept in the data directory. */
  readonly smtp: SmtpOptions | null
  /** The bearer token for the metrics; null means that there are none. */
  readonly metricsToken: string | null
  /** Whether an empty embedded database is filled with the demo and its public logins. */
  readonly demo: boolean
  readonly logLevel: LogLevel
  readonly clientDirectory: string
}

type Environment = Readonly<Record<string, string | undefined>>

/** An invalid setting; the text says which and why. */
export class ConfigProblem extends Error {}

const portOf = (text: string): number => {
  const port = Number(text)
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new ConfigProblem(`PORT must be a number from 0 to 65535, not "${text}".`)
  }
  return port
}

const originOf = (name: string, text: string): string => new URL(urlOf(name, text)).origin

const urlOf = (name: string, text: string): string => {
  try {
    return new URL(text).href
  } catch {
    throw new ConfigProblem(
      `${name} must be an address such as https://example.org, not "${text}".`,
    )
  }
}

const isThisMachine = (hostname: string): boolean => /^(localhost$|127\.|\[?::1\]?$)/.test(hostname)

/** Whether other machines reach the server: by the address that it listens on, or by its public one. */
const isReachable = (host: string, publicUrl: string | null): boolean =>
  !isThisMachine(host) ||
  (publicUrl !== null && !isThisMachine(new URL(urlOf('PUBLIC_URL', publicUrl)).hostname))

const listOf = (text: string): readonly string[] =>
  text
    .split(',')
    .map(entry => entry.trim())
    .filter(entry => entry !== '')

const textOf = (environment: Environment, name: string): string | null => {
  const text = environment[name]?.trim()
  return text === undefined || text === '' ? null : text
}

/** Whether a setting is 1 or 0; null without it. Throws for `true` and the like, which would otherwise mean nothing. */
const flagOf = (environment: Environment, name: string): boolean | null => {
  const text = textOf(environment, name)
  if (text !== null && text !== '1' && text !== '0') {
    throw new ConfigProblem(`${name} must be 1 or 0, not "${text}".`)
  }
  return text === null ? null : text === '1'
}

const s3Names = {
  endpoint: 'S3_ENDPOINT',
  region: 'S3_REGION',
  accessKeyId: 'S3_ACCESS_KEY_ID',
  secretAccessKey: 'S3_SECRET_ACCESS_KEY',
} as const

/** The S3 store and its bucket for files. Without a bucket it is for backups only. */
const s3Of = (environment: Environment): Pick<Config, 's3' | 'bucket'> => {
  const bucket = textOf(environment, 'S3_BUCKET')
  const given = [...Object.values(s3Names), 'S3_BUCKET'].filter(
    name => textOf(environment, name) !== null,
  )
  if (given.length === 0) return { s3: null, bucket }
  const required = (name: string): string => {
    const text = textOf(environment, name)
    if (text === null)
      throw new ConfigProblem(`${name} is needed together with ${given.join(', ')}.`)
    return text
  }
  return {
    bucket,
    s3: {
      endpoint: originOf(s3Names.endpoint, required(s3Names.endpoint)),
      region: required(s3Names.region),
      accessKeyId: required(s3Names.accessKeyId),
      secretAccessKey: required(s3Names.secretAccessKey),
    },
  }
}

/** The mail server and the sender's address, or null. */
const smtpOf = (environment: Environment): SmtpOptions | null => {
  const url = textOf(environment, 'SMTP_URL')
  const from = textOf(environment, 'MAIL_FROM')
  if (url === null && from === null) return null
  if (url === null) throw new ConfigProblem('SMTP_URL is needed together with MAIL_FROM.')
  if (from === null) throw new ConfigProblem('MAIL_FROM is needed together with SMTP_URL.')
  // The value may contain a password, so the message does not repeat it.
  if (!/^smtps?:\/\/[^/]/.test(url) || !URL.canParse(url)) {
    throw new ConfigProblem('SMTP_URL must be an address such as smtp://user:password@host:587.')
  }
  return { url, from, isInsecure: flagOf(environment, 'SMTP_INSECURE') ?? false }
}

/** The address of the database, or null. Of any other text the driver makes a host named "base". */
const databaseUrlOf = (environment: Environment): string | null => {
  const text = textOf(environment, 'DATABASE_URL')
  // The value may contain a password, so the message does not repeat it. A path is that of a socket.
  if (text !== null && !/^(postgres(ql)?:\/\/|socket:|\/)/i.test(text)) {
    throw new ConfigProblem(
      'DATABASE_URL must be an address such as postgres://user:password@host:5432/name.',
    )
  }
  return text
}

/** The service of map tiles, or null. */
const tilesOf = (environment: Environment): TileService | null => {
  const url = textOf(environment, 'TILES_URL')
  const attribution = textOf(environment, 'TILES_ATTRIBUTION')
  if (url === null && attribution === null) return null
  if (url === null) throw new ConfigProblem('TILES_URL is needed together with TILES_ATTRIBUTION.')
  const isWhole = ['{z}', '{x}', '{y}'].every(part => url.includes(part))
  if (!isWhole || !/^https?:/i.test(url) || !URL.canParse(url)) {
    throw new ConfigProblem(
      `TILES_URL must be an address such as https://tiles.example.org/{z}/{x}/{y}.png, not "${url}".`,
    )
  }
  return { url, attribution: attribution ?? '' }
}

const logLevelOf = (environment: Environment): LogLevel | null => {
  const text = textOf(environment, 'LOG_LEVEL')
  if (text === null || text === 'info' || text === 'warn') return text
  throw new ConfigProblem(`LOG_LEVEL must be info or warn, not "${text}".`)
}

/**
 * Reads the settings. Each has a default that works on a developer's machine. On a terminal, a server with the demo logs
 * only what went wrong, because its last lines there are the address and the logins.
 */
export const readConfig = (environment: Environment, isTerminal = false): Config => {
  const publicUrl = textOf(environment, 'PUBLIC_URL')
  const apiUrl = textOf(environment, 'VITE_API_URL')
  const host = textOf(environment, 'HOST') ?? '127.0.0.1'
  const trustProxy = flagOf(environment, 'TRUST_PROXY') ?? false
  // The demo's logins are public, so a publicly reachable server must not have them.
  const demo = flagOf(environment, 'DEMO') ?? !(trustProxy || isReachable(host, publicUrl))
  return {
    port: portOf(textOf(environment, 'PORT') ?? '8080'),
    host,
    dataDirectory: resolve(textOf(environment, 'DATA_DIR') ?? '.data'),
    databaseUrl: databaseUrlOf(environment),
    allowedOrigins: listOf(textOf(environment, 'ALLOWED_ORIGINS') ?? '').map(entry =>
      originOf('ALLOWED_ORIGINS', entry),
    ),
    publicUrl: publicUrl === null ? null : originOf('PUBLIC_URL', publicUrl),
    geocoderUrl: urlOf('GEOCODER_URL', textOf(environment, 'GEOCODER_URL') ?? defaultGeocoderUrl),
    tiles: tilesOf(environment),
    apiOrigin: apiUrl === null ? null : originOf('VITE_API_URL', apiUrl),
    trustProxy,
    mode: environment['TRANSECT_MODE'] === 'test' ? 'test' : 'production',
    reset: flagOf(environment, 'RESET') ?? false,
    ...s3Of(environment),
    smtp: smtpOf(environment),
    metricsToken: textOf(environment, 'METRICS_TOKEN'),
    demo,
    logLevel: logLevelOf(environment) ?? (isTerminal && demo ? 'warn' : 'info'),
    clientDirectory: resolve('dist'),
  }
}
