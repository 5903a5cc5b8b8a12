import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { asciiDigits } from '../../../src/lib/ascii-digits.ts'
import {
  countryOfCode,
  dialCountries,
  findCountry,
  leadingCode,
} from '../../../src/lib/phone/dial-codes.ts'
import {
  isPrefixOnly,
  joinPhone,
  splitPhone,
  typedCode,
  typedPhone,
} from '../../../src/lib/phone/phone.ts'
import { countryText } from '../../../src/messages/locale.ts'
import { dialTableSource } from '../dial-table-source.ts'

describe('dial codes', () => {
  it("match today's numbering plans: run make-dial-table.ts when this fails", async () => {
    const stored = await readFile(
      new URL('../../../src/lib/phone/dial-table.ts', import.meta.url),
      'utf8',
    )
    expect(stored).toBe(dialTableSource())
  })

  it.each([
    ['+1', 'US'],
    ['+7', 'RU'],
    ['+44', 'GB'],
    ['+91', 'IN'],
    ['+262', 'RE'],
  ])('show %s as the main country of those that share it', (code, iso) => {
    expect(countryOfCode(code)?.iso).toBe(iso)
  })

  it('cover at least 90 countries, each with a name and a code of 1 to 3 digits', () => {
    expect(dialCountries.length).toBeGreaterThanOrEqual(90)
    for (const { iso, code } of dialCountries) {
      expect(countryText(iso)).not.toBe(iso)
      expect(code).toMatch(/^\+[1-9]\d{0,2}$/)
    }
  })

  it('are unambiguous: no code starts with another', () => {
    const codes = [...new Set(dialCountries.map(({ code }) => code))]
    const begun = codes.filter(code =>
      codes.some(other => other !== code && other.startsWith(code)),
    )
    expect(begun).toEqual([])
  })

  it.each([
    ['India', 'IN'],
    ['india', 'IN'],
    ['Gujarat, India', 'IN'],
    ['Ahmedabad (INDIA)', 'IN'],
    ['Tanz', 'TZ'],
    ['South Sudan', 'SS'],
    ['Sudan', 'SD'],
    ['Niger State, Nigeria', 'NG'],
    ['Niger', 'NE'],
    ['Côte d’Ivoire', 'CI'],
    ['ivory coast', 'CI'],
    ['UK', 'GB'],
    ['Nepal East', 'NP'],
    ['USA', 'US'],
  ])('finds the country of %s', (text, iso) => {
    expect(findCountry(text)?.iso).toBe(iso)
  })

  it.each(['', '  ', 'Gujarat', 'South', 'Ind', 'Indi Nagar', '+91'])('finds none in %j', text => {
    expect(findCountry(text)).toBeNull()
  })

  it.each([
    ['919825012345', '91'],
    ['14155550100', '1'],
    ['9779800000000', '977'],
    ['999', ''],
    ['', ''],
  ])('reads the code that %s starts with', (digits, code) => {
    expect(leadingCode(digits)).toBe(code)
  })
})

describe('digits', () => {
  it.each([
    ['٠١٢٣٤٥٦٧٨٩', '0123456789'],
    ['۰۱۲۳۴۵۶۷۸۹', '0123456789'],
    ['०१२३४५६७८९', '0123456789'],
    ['০১২৩৪৫৬৭৮৯', '0123456789'],
    ['௦௧௨௩௪௫௬௭௮௯', '0123456789'],
    ['０１２３４５６７８９', '0123456789'],
    ['a1 ٢,५', 'a1 2,5'],
    ['', ''],
  ])('of any script become 0 to 9: %s', (text, ascii) => {
    expect(asciiDigits(text)).toBe(ascii)
  })

  it('of any script can be typed into a phone number', () => {
    expect(typedPhone('९८२५०१२३४५', '+91', 15)).toEqual({ code: '+91', digits: '9825012345' })
  })
})

describe('phone numbers', () => {
  it('come back from storage in the parts they were typed in', () => {
    for (const phone of [
      { code: '+91', digits: '9825012345' },
      { code: '+1', digits: '4155550100' },
      { code: '+977', digits: '1' },
    ]) {
      expect(splitPhone(joinPhone(phone), '+44')).toEqual(phone)
    }
  })

  it('keep all digits when they have no known code', () => {
    expect(splitPhone('098250 12345', '+91')).toEqual({ code: '+91', digits: '09825012345' })
  })

  it('are stored as empty while no digit was typed', () => {
    expect(joinPhone({ code: '+91', digits: '' })).toBe('')
  })

  it.each([
    ['+91', true],
    ['+ 91 ', true],
    ['+', true],
    ['+1', true],
    ['+9', false],
    ['91', false],
    ['+919', false],
  ])('%j is only a prefix: %s', (value, isPrefix) => {
    expect(isPrefixOnly(value)).toBe(isPrefix)
  })

  it.each([
    ['98a25-0', '+91', { code: '+91', digits: '98250' }],
    ['+44 20 7946 0000', '+91', { code: '+44', digits: '2079460000' }],
    ['12345678901234567890', '+91', { code: '+91', digits: '1234567890123' }],
  ])('typing %j after %s results in digits only, 15 with the code', (text, code, phone) => {
    expect(typedPhone(text, code, 15)).toEqual(phone)
  })
})

describe('a number typed key by key', () => {
  it.each([
    ['+', '+'],
    ['+91 98', '+9198'],
    ['0091', '+91'],
    ['+919876543210999999', '+919876543210999'],
    ['98', null],
    ['0987', null],
  ])('%j with its own code stays unchanged until the box is left', (text, kept) => {
    expect(typedCode(text, 15)).toBe(kept)
  })

  it('loses the leading zero where the numbering plan drops it', () => {
    expect(joinPhone(typedPhone('09876543210', '+91', 15))).toBe('+919876543210')
    expect(joinPhone(typedPhone('0651234567', '+39', 15))).toBe('+390651234567')
    expect(joinPhone(typedPhone('0707123456', '+225', 15))).toBe('+2250707123456')
  })

  it('with only a code is no answer', () => {
    expect(isPrefixOnly('+91')).toBe(true)
  })
})
