import { randomUUID } from 'node:crypto'
import type { Context, MiddlewareHandler } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { cors } from 'hono/cors'
import { secureHeaders } from 'hono/secure-headers'
import { csrfCookie, extensions, headers } from '../../replication/wire/calls.ts'
import { tusHeaders, tusVersion } from '../../replication/wire/uploads.ts'
import { limits } from '../limits.ts'
import { refuse, type Refusal } from './answer.ts'

/** The public maps service (decisions 2), the default. */
export const defaultGeocoderUrl = 'https://nominatim.openstreetmap.org/reverse'

/** A service of map tiles as images. */
export interface TileService {
  /** With `{z}`, `{x}` and `{y}`. */
  readonly url: string
  /** Who made them, to be shown with them. */
  readonly attribution: string
}

/** The options that the headers of the client's pages and files depend on. */
export interface PageOptions {
  /** The reverse geocoder, which the app may call in addition to its own origin. */
  readonly geocoderUrl: string
  /** The service of map tiles that the app may show; null for none. */
  readonly tiles: TileService | null
  /** The API's origin when it is not the page's own. */
  readonly apiOrigin: string | null
  /** Whether the public address is https, including through a proxy that ends TLS. */
  readonly isSecure: boolean
}

/** The options that the headers of the API's answers depend on too. */
export interface HeaderOptions extends PageOptions {
  /** Origins of other hosts that may call the API. */
  readonly allowedOrigins: readonly string[]
  /** In test mode, other origins may request a fault. */
  readonly isTest: boolean
}

/** After one visit by https, a browser never uses plain http again. */
const strictTransport = ({ isSecure }: PageOptions): string | false =>
  isSecure && 'max-age=31536000'

/**
 * Sets the security headers of every page and file of the client. Without Origin-Agent-Cluster, which would give each tab a
 * process that compiles all scripts again, and so double the time of a start.
 */
export const pageHeaders = (options: PageOptions): MiddlewareHandler => {
  const own = options.apiOrigin === null ? ["'self'"] : ["'self'", options.apiOrigin]
  return secureHeaders({
    contentSecurityPolicy: {
      defaultSrc: ["'none'"],
      // Allows WebAssembly, which the code reader needs, but no other code from texts.
      scriptSrc: ["'self'", "'wasm-unsafe-eval'"],
      styleSrc: ["'self'"],
      styleSrcAttr: ["'unsafe-inline'"],
      imgSrc: [
        ...own,
        'blob:',
        'data:',
        ...(options.tiles === null ? [] : [new URL(options.tiles.url).origin]),
      ],
      mediaSrc: [...own, 'blob:', 'data:'],
      fontSrc: ["'self'"],
      connectSrc: [...own, new URL(options.geocoderUrl).origin],
      workerSrc: ["'self'", 'blob:'],
      manifestSrc: ["'self'"],
      frameSrc: ["'self'"],
      formAction: ["'self'"],
      baseUri: ["'none'"],
      frameAncestors: ["'none'"],
      objectSrc: ["'none'"],
    },
    permissionsPolicy: {
      geolocation: ['self'],
      camera: ['self'],
      microphone: ['self'],
      payment: [],
      usb: [],
    },
    strictTransportSecurity: strictTransport(options),
    xFrameOptions: 'DENY',
    originAgentCluster: false,
  })
}

/** Says to OPTIONS requests of the calls for uploads what the server has of tus. */
export const tusOptions: MiddlewareHandler = async (context, next) => {
  await next()
  const { req, res } = context
  if (req.method !== 'OPTIONS' || !/\/uploads(\/[^/]+)?$/.test(req.path)) return
  res.headers.set(tusHeaders.version, tusVersion)
  res.headers.set('Tus-Version', tusVersion)
  res.headers.set('Tus-Extension', 'creation,expiration')
  res.headers.set('Tus-Max-Size', String(limits.otherFileBytes))
}

/** Lets the listed origins read answers, and answers CORS preflight requests. */
export const crossOrigin = ({ allowedOrigins, isTest }: HeaderOptions): MiddlewareHandler =>
  cors({
    origin: [...allowedOrigins],
    credentials: true,
    allowMethods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    allowHeaders: [
      'Authorization',
      'Content-Type',
      'If-Match',
      'If-Range',
      'Range',
      headers.idempotencyKey,
      headers.csrf,
      headers.deviceReport,
      tusHeaders.version,
      tusHeaders.offset,
      tusHeaders.length,
      tusHeaders.metadata,
      ...(isTest ? [headers.fault] : []),
    ],
    exposeHeaders: [
      headers.extensions,
      headers.idempotencyReplayed,
      headers.requestId,
      tusHeaders.version,
      tusHeaders.offset,
      tusHeaders.length,
      tusHeaders.expires,
      'Location',
      'ETag',
      'Content-Range',
      'Retry-After',
    ],
    maxAge: 600,
  })

/**
 * Sets the security headers of every answer of the API. Answers and files are data, downloads or images, and nothing in
 * them may run if one is opened as a page.
 */
export const answerHeaders = (options: HeaderOptions): MiddlewareHandler =>
  secureHeaders({
    contentSecurityPolicy: {
      defaultSrc: ["'none'"],
      baseUri: ["'none'"],
      frameAncestors: ["'none'"],
      sandbox: [],
    },
    strictTransportSecurity: strictTransport(options),
    xFrameOptions: 'DENY',
    originAgentCluster: false,
    // Keeps the header by which a page of another origin may show a file.
    overwrite: false,
  })

/** Announces the extensions and the request's id, and gives each browser a security token. */
export const apiHeaders =
  ({ isSecure }: HeaderOptions): MiddlewareHandler<{ Bindings: { readonly requestId: string } }> =>
  async (context, next) => {
    await next()
    const sent = context.res.headers
    sent.set(headers.extensions, extensions.join(', '))
    sent.set(headers.requestId, context.env.requestId)
    if (!sent.has('Cache-Control')) sent.set('Cache-Control', 'no-store')
    if (getCookie(context, csrfCookie) !== undefined) return
    setCookie(context, csrfCookie, randomUUID().replaceAll('-', ''), {
      sameSite: 'Lax',
      secure: isSecure || context.req.url.startsWith('https:'),
    })
  }

/**
 * The refusal of a forged request, or null. The bearer token already proves the origin of a request, so a missing
 * cookie or header is accepted (7.21). A header that contradicts the cookie is refused.
 */
export const csrfProblem = (context: Context): Refusal | null => {
  const cookie = getCookie(context, csrfCookie)
  const header = context.req.header(headers.csrf)
  if (cookie === undefined || header === undefined || cookie === header) return null
  return refuse(403, 'The security token does not match. Please reload the page.')
}
