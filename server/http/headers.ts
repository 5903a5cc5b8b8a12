import { randomUUID } from 'node:crypto'
import { csrfCookie, extensions, headers } from '../../replication/wire/calls.ts'
import { refuse, type Refusal } from './answer.ts'

/** The options that the headers depend on. */
export interface HeaderOptions {
  /** Origins of other hosts that may call the API. */
  readonly allowedOrigins: readonly string[]
  /** The reverse geocoder, which the app may call in addition to its own origin. */
  readonly geocoderUrl: string
  /** The API's origin when it is not the page's own. */
  readonly apiOrigin: string | null
  /** Whether the public address is https, including through a proxy that ends TLS. */
  readonly isSecure: boolean
  /** In test mode, other origins may request a fault. */
  readonly isTest: boolean
}

/** The Content-Security-Policy of the app's pages. */
export const contentSecurityPolicy = (
  options: Pick<HeaderOptions, 'geocoderUrl' | 'apiOrigin'>,
): string => {
  const own = options.apiOrigin === null ? "'self'" : `'self' ${options.apiOrigin}`
  return [
    "default-src 'none'",
    // Allows WebAssembly, which the code reader needs, but no other code from texts.
    "script-src 'self' 'wasm-unsafe-eval'",
    "style-src 'self'",
    "style-src-attr 'unsafe-inline'",
    `img-src ${own} blob: data:`,
    `media-src ${own} blob: data:`,
    "font-src 'self'",
    `connect-src ${own} ${new URL(options.geocoderUrl).origin}`,
    "worker-src 'self' blob:",
    "manifest-src 'self'",
    "frame-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "object-src 'none'",
  ].join('; ')
}

/** After one visit by https, a browser never uses plain http again. */
const strictTransport = ({ isSecure }: HeaderOptions): Readonly<Record<string, string>> =>
  isSecure ? { 'Strict-Transport-Security': 'max-age=31536000' } : {}

/** Headers of every page and file of the client. */
export const pageHeaders = (options: HeaderOptions): Readonly<Record<string, string>> => ({
  ...strictTransport(options),
  'Content-Security-Policy': contentSecurityPolicy(options),
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Permissions-Policy': 'geolocation=(self), camera=(self), microphone=(self), payment=(), usb=()',
})

const exposedHeaders = [
  headers.extensions,
  headers.idempotencyReplayed,
  headers.requestId,
  'ETag',
  'Retry-After',
].join(', ')

const sentHeaders = (isTest: boolean): string =>
  [
    'Authorization',
    'Content-Type',
    'If-Match',
    headers.idempotencyKey,
    headers.csrf,
    headers.deviceReport,
    headers.interviewDetails,
    ...(isTest ? [headers.fault] : []),
  ].join(', ')

/** Allows the listed origins to read an answer. Other origins get no information. */
const corsHeaders = (
  request: Request,
  options: HeaderOptions,
): Readonly<Record<string, string>> => {
  const origin = request.headers.get('Origin')
  if (origin === null || !options.allowedOrigins.includes(origin)) return { Vary: 'Origin' }
  return {
    Vary: 'Origin',
    'Access-Control-Allow-Origin': origin,
    'Access-Control-Allow-Credentials': 'true',
    'Access-Control-Expose-Headers': exposedHeaders,
  }
}

/** The answer to a CORS preflight request. */
export const preflightAnswer = (request: Request, options: HeaderOptions): Response =>
  new Response(null, {
    status: 204,
    headers: {
      ...corsHeaders(request, options),
      'Access-Control-Allow-Methods': 'GET, POST, PUT, DELETE',
      'Access-Control-Allow-Headers': sentHeaders(options.isTest),
      'Access-Control-Max-Age': '600',
    },
  })

const cookieOf = (request: Request): string | null => {
  const cookies = (request.headers.get('Cookie') ?? '').split(';').map(part => part.trim())
  return (
    cookies.find(part => part.startsWith(`${csrfCookie}=`))?.slice(csrfCookie.length + 1) ?? null
  )
}

/**
 * The refusal of a forged request, or null. The bearer token already proves the origin of a request, so a missing
 * cookie or header is accepted (7.21). A header that contradicts the cookie is refused.
 */
export const csrfProblem = (request: Request): Refusal | null => {
  const cookie = cookieOf(request)
  const header = request.headers.get(headers.csrf)
  if (cookie === null || header === null || cookie === header) return null
  return refuse(403, 'The security token does not match. Please reload the page.')
}

/**
 * The policy of answers and files. They are data, downloads or images, and nothing in them may run if one is opened as
 * a page.
 */
const answerPolicy = "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; sandbox"

/** Headers of every API answer, whatever its status. */
export const apiHeaders = (
  request: Request,
  options: HeaderOptions,
): Readonly<Record<string, string>> => {
  const secure = options.isSecure || request.url.startsWith('https:') ? '; Secure' : ''
  return {
    ...strictTransport(options),
    [headers.extensions]: extensions.join(', '),
    'Content-Security-Policy': answerPolicy,
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    ...corsHeaders(request, options),
    ...(cookieOf(request) === null
      ? {
          'Set-Cookie': `${csrfCookie}=${randomUUID().replaceAll('-', '')}; Path=/; SameSite=Lax${secure}`,
        }
      : {}),
  }
}
