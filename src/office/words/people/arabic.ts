import { numberText, pluralOf } from '../../../messages/locale.ts'
import type { Words } from '../words.ts'

const plural = pluralOf<'one' | 'two' | 'few' | 'many' | 'other'>('ar')

const surveyors = (count: number) =>
  plural(count, {
    one: 'باحث واحد',
    two: 'باحثان',
    few: `${numberText(count)} باحثين`,
    many: `${numberText(count)} باحثًا`,
    other: `${numberText(count)} باحث`,
  })

const submissions = (count: number) =>
  plural(count, {
    one: 'إرسال واحد',
    two: 'إرسالان',
    few: `${numberText(count)} إرسالات`,
    many: `${numberText(count)} إرسالًا`,
    other: `${numberText(count)} إرسال`,
  })

const files = (count: number) =>
  plural(count, {
    one: 'ملف واحد',
    two: 'ملفان',
    few: `${numberText(count)} ملفات`,
    many: `${numberText(count)} ملفًا`,
    other: `${numberText(count)} ملف`,
  })

const cases = (count: number) =>
  plural(count, {
    one: 'حالة واحدة',
    two: 'حالتين',
    few: `${numberText(count)} حالات`,
    many: `${numberText(count)} حالة`,
    other: `${numberText(count)} حالة`,
  })

/** The words of the surveyors. */
export const people: Words['people'] = {
  title: 'الأشخاص',
  person: 'الباحث',
  groups: 'المجموعات',
  state: 'الحالة',
  submissions: 'الإرسالات',
  waiting: 'في الانتظار',
  lastContact: 'آخر اتصال',
  version: 'الإصدار',
  storage: 'المساحة الحرة',
  search: 'البحث عن أشخاص',
  clear: 'مسح البحث',
  none: 'لا يوجد باحثون بعد',
  noMatch: 'لا أحد يطابق البحث',
  active: 'نشط',
  inactive: 'غير نشط',
  firstLogin: 'لم يسجّل الدخول بعد',
  silent: 'بلا اتصال',
  unknown: 'غير معروف',
  add: 'إضافة باحث',
  import: 'استيراد قائمة',
  choose: name => `اختيار ${name}`,
  chooseAll: 'اختيار كل المعروضين',
  chosen: count => `الاختيار: ${surveyors(count)}`,
  cancel: 'إلغاء',
  save: 'حفظ',
  email: 'البريد الإلكتروني',
  firstName: 'الاسم الأول',
  lastName: 'اسم العائلة',
  phone: 'الهاتف',
  region: 'المنطقة',
  taken: 'يوجد شخص بهذا العنوان بالفعل.',
  needsGroup: 'يجب أن يكون كل شخص في إحدى مجموعاتك.',
  acts: {
    cards: 'كلمات مرور جديدة',
    groups: 'المجموعات',
    deactivate: 'إلغاء التنشيط',
    activate: 'تنشيط',
    signOut: 'تسجيل الخروج من كل مكان',
  },
  ask: {
    cards: count =>
      `سيتم تسجيل الخروج (${surveyors(count)})، والدخول من جديد بكلمة المرور الجديدة على البطاقة. ما لم يُرسل بعد يبقى على الهاتف.`,
    deactivate: count =>
      `لن يمكن العمل أو الإرسال بعد الآن (${surveyors(count)}). ما أُرسل يبقى، ويمكنك إعادة التنشيط.`,
    activate: count => `سيمكن العمل والإرسال من جديد (${surveyors(count)}).`,
    signOut: count =>
      `سيتم تسجيل الخروج من كل الهواتف (${surveyors(count)}). ما لم يُرسل بعد يبقى عليها حتى تسجيل الدخول من جديد.`,
  },
  making: (done, all) => `أُنشئت ${numberText(done)} من ${numberText(all)} كلمات المرور`,
  joins: 'إضافة إلى',
  leaves: 'إزالة من',
  newGroup: 'مجموعة جديدة',
  makeGroup: 'إضافة هذه المجموعة',
}

/** The words of one surveyor's record. */
export const person: Words['person'] = {
  title: 'الباحث',
  changed: 'غيّر شخص آخر هذا السجل في هذه الأثناء. لم يُستبدل شيء.',
  field: 'الحقل',
  mine: 'ما أدخلته',
  theirs: 'كما هو الآن',
  takeTheirs: 'أخذ ما هو محفوظ الآن',
  keepMine: 'حفظ ما أدخلته مكانه',
  inGroups: 'المجموعات',
  erase: 'محو',
  eraseTitle: 'محو هذا الباحث؟',
  eraseWhat: (sent, stored, of) =>
    `يُحذف من الخادم نهائيًا: ${submissions(sent)}، و${files(stored)}، وما قيل فيها عن ${cases(of)}.`,
  eraseWaiting: waiting => `لن يمكن بعد ذلك إرسال ما على الهاتف (${submissions(waiting)}).`,
  eraseInstead: 'للاحتفاظ بما أُرسل، ألغِ التنشيط بدلًا من ذلك.',
  eraseType: email => `اكتب ${email} للتأكيد`,
  eraseForGood: 'محو نهائي',
  otherGroups: 'هذا الشخص في مجموعات أخرى أيضًا. يمكن لمسؤول محوه.',
}

/** The words of the cards. */
export const cards: Words['cards'] = {
  title: 'بطاقات الدخول',
  why: 'اطبع هذه البطاقات الآن وسلّمها. تظهر كلمات المرور مرة واحدة فقط، وكل منها لأول تسجيل دخول.',
  print: 'طباعة',
  done: 'تم',
  password: 'كلمة المرور',
  scan: 'امسح الرمز، أو افتح العنوان:',
  qr: name => `رمز ${name}`,
}

/** The words of the import. */
export const importing: Words['importing'] = {
  title: 'استيراد باحثين',
  how: 'اختر ملف CSV يسمّي سطره الأول الأعمدة. العمود email وحده مطلوب. الخلية الفارغة لا تغيّر شيئًا.',
  columns: 'الأعمدة',
  empty: 'جدول فارغ',
  file: 'ملف CSV',
  reading: 'تجري قراءة الملف...',
  counts: {
    new: count => `جديد: ${numberText(count)}`,
    changed: count => `متغيّر: ${numberText(count)}`,
    unchanged: count => `دون تغيير: ${numberText(count)}`,
    wrong: count => `خاطئ: ${numberText(count)}`,
  },
  nothingYet: 'لم يُكتب شيء بعد.',
  correct: 'صحّح هذه الأسطر في الملف ثم اختره من جديد. لا يُستورد شيء قبل ذلك.',
  nothing: 'كلهم موجودون بالفعل. لا شيء للاستيراد.',
  submit: count => `استيراد ${surveyors(count)}`,
  running: (done, all) => `استُورد ${numberText(done)} من ${numberText(all)}`,
  stopped: 'توقف الاستيراد في الطريق. ما استُورد باقٍ، والبطاقات حتى الآن أدناه.',
  imported: count => `تم الاستيراد: ${surveyors(count)}.`,
  back: 'إلى القائمة',
  line: 'السطر',
  what: 'ما سيحدث',
  kinds: { new: 'جديد', changed: 'متغيّر', unchanged: 'دون تغيير', wrong: 'خاطئ' },
  joins: group => `ينضم إلى ${group}`,
  fields: {
    first_name: 'الاسم الأول',
    last_name: 'اسم العائلة',
    phone: 'الهاتف',
    region: 'المنطقة',
    group: 'المجموعة',
  },
  wrong: {
    address: text => `«${text}» ليس عنوان بريد إلكتروني.`,
    twice: () => 'العنوان موجود مرتين في الملف.',
    stray: text => `«${text}» ليس في أي عمود. الخلية التي فيها فاصلة تحتاج إلى علامتي اقتباس.`,
    long: text => `«${text.slice(0, 40)}…» طويل جدًا.`,
    elsewhere: () => 'هذا العنوان لشخص خارج مجموعاتك.',
    no_group: text => `المجموعة ناقصة: ${text}.`,
    group: text => `المجموعة «${text}» ليست من مجموعاتك.`,
  },
  unreadable: {
    csv_encoding: () => 'الملف ليس بترميز UTF-8. في Excel احفظه بصيغة «CSV UTF-8».',
    csv_quote: () => 'علامة اقتباس في الملف لا تنتهي مع خليتها.',
    csv_no_email: () => 'السطر الأول لا يسمّي عمود email.',
    csv_column: text => `لا يوجد عمود ${text}.`,
    csv_column_twice: text => `العمود ${text} موجود مرتين.`,
    csv_empty: () => 'لا يوجد أحد في الملف.',
    csv_many: text => `في الملف أكثر من ${text} سطر. قسّمه من فضلك.`,
  },
}
