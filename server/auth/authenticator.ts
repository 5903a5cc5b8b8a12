/* The only door to otpauth. */
import { randomInt } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'

/** 160 bits, as RFC 4226 recommends. */
const secretBytes = 20
const periodMs = 30_000

const totpOf = (secret: string, label: string, issuer: string): TOTP =>
  new TOTP({ issuer, label, secret: Secret.fromBase32(secret), digits: 6, period: 30 })

/** A new secret of an authenticator, in base32. */
export const newCodeSecret = (): string => new Secret({ size: secretBytes }).base32

/** The address that an authenticator reads from a QR code. */
export const codeUri = (secret: string, label: string, issuer: string): string =>
  totpOf(secret, label, issuer).toString()

/**
 * The step of a right code: how many periods of 30 seconds since 1970; null for a wrong one. A code is right one period
 * earlier and later too, because clocks differ.
 */
export const codeStep = (secret: string, code: string, nowMs: number): number | null => {
  const delta = totpOf(secret, '', '').validate({
    token: code.replaceAll(' ', ''),
    timestamp: nowMs,
    window: 1,
  })
  return delta === null ? null : Math.floor(nowMs / periodMs) + delta
}

const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789'
const letters = (length: number): string =>
  Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('')

/** A code for one sign-in without the authenticator: 79 bits, so that its hash is enough to store it. */
export const newRecoveryCode = (): string =>
  [letters(4), letters(4), letters(4), letters(4)].join('-')
