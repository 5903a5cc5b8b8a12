import type * as english from '../../interview/held.ts'

export const held: typeof english.held = {
  open: 'الإجابات نفسها في المرة القادمة',
  hint: 'تبدأ كل مقابلة جديدة بهذه الاستمارة بآخر إجابة عمّا تحدده هنا، إلى أن تتركه.',
  choose: 'إجابات تُحفظ للمقابلات القادمة',
  nothing: 'أجب عن سؤال أولًا، ثم يمكن حفظ إجابته للمقابلات القادمة.',
  mark: 'كالمرة السابقة',
  letGo: 'ترك',
  letGoOf: question => `ترك: ${question}`,
}
