import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'

/** The cost of a hash. It needs 128 × r × 2^ln bytes of memory. */
export interface ScryptCost {
  readonly ln: number
  readonly r: number
  readonly p: number
}

/** 32 MiB and about half a second of one core: OWASP's second recommendation, which suits small servers better. */
const defaultScryptCost: ScryptCost = { ln: 15, r: 8, p: 3 }

/** Hashes and checks passwords, a few at a time because each needs memory and a core. */
export interface Passwords {
  /** Returns the hash with its parameters: `$scrypt$ln=15,r=8,p=3$salt$hash`. */
  readonly hash: (password: string) => Promise<string>
  /**
   * Takes the same time when there is no such user (null). `mayTry` is called when the check's turn comes, so that of
   * many guesses sent at once, those over the limit are not checked.
   */
  readonly matches: (
    password: string,
    stored: string | null,
    mayTry?: () => boolean,
  ) => Promise<boolean>
  /** How many wait for their turn. */
  readonly waiting: () => number
  /** Whether a stored hash has another cost and should be made again. */
  readonly isOutdated: (stored: string) => boolean
}

const keyBytes = 32
const atOnce = 2
/** Further callers are asked to retry. */
const maxWaiting = 200
/**
 * The longest wait for a turn. The app waits eight seconds for an answer, and checking the password of a caller that
 * gave up would delay the others.
 */
const longestWaitMs = 5000

/** Thrown when so many passwords wait to be checked that the caller should retry later. */
export class TooManyWaiting extends Error {}

const derive = (password: string, salt: Buffer, cost: ScryptCost): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const options = { N: 2 ** cost.ln, r: cost.r, p: cost.p, maxmem: 256 * cost.r * 2 ** cost.ln }
    scrypt(password.normalize('NFKC'), salt, keyBytes, options, (failure, key) =>
      failure === null ? resolve(key) : reject(failure),
    )
  })

const costText = (cost: ScryptCost) => `ln=${cost.ln},r=${cost.r},p=${cost.p}`

const parse = (stored: string) => {
  const found = /^\$scrypt\$ln=(\d+),r=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/.exec(stored)
  if (found === null) return null
  const [, ln, r, p, salt = '', key = ''] = found
  return {
    cost: { ln: Number(ln), r: Number(r), p: Number(p) },
    salt: Buffer.from(salt, 'base64'),
    key: Buffer.from(key, 'base64'),
  }
}

const tooMany = () => new TooManyWaiting('Too many passwords are being checked')

const semaphore = (places: number, maxWaitMs: number) => {
  let free = places
  const waiting: (() => void)[] = []
  const run = async <Value>(work: () => Promise<Value>): Promise<Value> => {
    if (waiting.length >= maxWaiting) throw tooMany()
    const asked = performance.now()
    const mustWait = free === 0
    if (mustWait) await new Promise<void>(resolve => waiting.push(resolve))
    else free -= 1
    try {
      if (mustWait && performance.now() - asked > maxWaitMs) throw tooMany()
      return await work()
    } finally {
      const next = waiting.shift()
      if (next === undefined) free += 1
      else next()
    }
  }
  return { run, waiting: () => waiting.length }
}

/**
 * Creates the hasher; `cost` is for new hashes. Older ones are checked at their own cost. It throws TooManyWaiting to
 * a caller whose turn comes later than `maxWaitMs`.
 */
export const createPasswords = (
  cost: ScryptCost = defaultScryptCost,
  maxWaitMs: number = longestWaitMs,
): Passwords => {
  const { run: limited, waiting } = semaphore(atOnce, maxWaitMs)
  const dummy = { cost, salt: randomBytes(16), key: randomBytes(keyBytes) }
  return {
    hash: password =>
      limited(async () => {
        const salt = randomBytes(16)
        const key = await derive(password, salt, cost)
        return `$scrypt$${costText(cost)}$${salt.toString('base64')}$${key.toString('base64')}`
      }),
    matches: (password, stored, mayTry = () => true) =>
      limited(async () => {
        if (!mayTry()) return false
        const against = (stored === null ? null : parse(stored)) ?? dummy
        const key = await derive(password, against.salt, against.cost)
        return timingSafeEqual(key, against.key) && stored !== null
      }),
    waiting,
    isOutdated: stored => !stored.startsWith(`$scrypt$${costText(cost)}$`),
  }
}
