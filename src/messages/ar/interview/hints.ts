import { numberText } from '../../locale.ts'
import type * as english from '../../interview/hints.ts'

export const hints: typeof english.hints = {
  title: 'قد يستحق نظرة ثانية',
  copy: (name, when) =>
    name === ''
      ? `تكاد كل الإجابات تطابق إجابات استمارة من اليوم (${when}).`
      : `تكاد كل الإجابات تطابق إجابات ${name} (${when}).`,
  number: (value, count, least, most) =>
    `${value}؛ والإجابات السابقة (${numberText(count)}) بين ${least} و${most}.`,
  fast: (seconds, usual, count) =>
    `نحو ${seconds} ث لكل إجابة؛ والمعتاد في الاستمارات السابقة (${numberText(count)}) هو ${usual} ث.`,
  same: (answer, count) =>
    `ابتداءً من هنا «${answer}» هي الإجابة عن أسئلة متتالية عددها ${numberText(count)}.`,
  far: distance => `يبعد هذا الموقع ${distance} عن مكان الاستمارة.`,
  known: name => `قد يكون هذا مسجّلًا من قبل: ${name}.`,
  addReason: 'إضافة سبب',
  reason: 'السبب (اختياري)',
  goOn: 'إن كان صحيحًا فأرسله كما هو.',
}
