import { numberText } from '../../locale.ts'
import type * as english from '../../interview/hints.ts'

export const hints: typeof english.hints = {
  title: 'قد يستحق نظرة ثانية',
  copy: (name, when) =>
    name === ''
      ? `تكاد كل الإجابات تطابق إجابات مقابلة من اليوم (${when}).`
      : `تكاد كل الإجابات تطابق إجابات ${name} (${when}).`,
  number: (value, count, least, most) =>
    `${value}؛ والإجابات السابقة (${numberText(count)}) بين ${least} و${most}.`,
  goOn: 'إن كان صحيحًا فأرسله كما هو.',
}
