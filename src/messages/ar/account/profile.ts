import type * as english from '../../account/profile.ts'
import { numberText } from '../../locale.ts'
import { characters, counted } from '../plural.ts'

export const profile: typeof english.profile = {
  title: 'تعديل الملف الشخصي',
  picture: 'صورة الملف الشخصي',
  changePicture: 'تغيير الصورة',
  firstName: 'الاسم الأول',
  lastName: 'اسم العائلة',
  phone: 'رقم الهاتف',
  dialCode: 'رمز الاتصال للبلد',
  countryAndCode: (country, code) => `${country} (\u2066${code}\u2069)`,
  email: 'البريد الإلكتروني',
  region: 'المنطقة',
  readOnly: 'يستطيع المسؤول تغيير هذا.',
  save: 'حفظ التغييرات',
  saving: 'جارٍ الحفظ...',
  changePassword: 'تغيير كلمة المرور',
  nameRequired: 'الاسم الأول مطلوب.',
  namesHint: 'أحرف ومسافات فقط.',
  phoneInvalid: 'يجب أن يتكون رقم الهاتف من 7 إلى 15 رقمًا.',
  offlineHint: 'أنت غير متصل. ما تحفظه يبقى على هذا الجهاز ويُرسَل مع المزامنة التالية.',
  pending: 'لم تُرسل آخر تغييراتك بعد. تُرسَل مع المزامنة التالية.',
  savedOffline: 'تم حفظ الملف الشخصي دون اتصال! يُرسَل مع المزامنة التالية.',
  sending: 'حُفظ الملف الشخصي على هذا الجهاز، وما زال إرساله جاريًا.',
  unsent: reason => `${reason} ما غيّرته محفوظ على هذا الجهاز ويُرسَل مع المزامنة التالية.`,
  inRecovery: 'تغييراتك محفوظة في الاسترجاع.',
  unchanged: 'لا توجد تغييرات',
  inactive: 'حساب المستخدم غير نشط',
  updating: 'جارٍ تحديث الملف الشخصي...',
  updated: 'تم تحديث الملف الشخصي بنجاح!',
  failed: 'تعذّر تحديث الملف الشخصي.',
  notOffline: 'بيانات المستخدم غير متاحة دون اتصال.',
  notSaved: 'أنت غير متصل وبيانات الملف الشخصي غير محفوظة على هذا الجهاز.',
}

export const pictureEditor: typeof english.pictureEditor = {
  title: 'تعديل صورة الملف الشخصي',
  area: 'إطار القص: تحرّك مفاتيح الأسهم الصورة',
  zoom: 'التكبير',
  rotate: 'التدوير',
  zoomText: zoom => `التكبير ${numberText(zoom, { maximumFractionDigits: 2 })}`,
  rotateText: degrees =>
    counted(degrees, {
      zero: 'بلا تدوير',
      one: 'درجة واحدة',
      two: 'درجتان',
      few: 'درجات',
      many: 'درجة',
    }),
  cancel: 'إلغاء',
  save: 'حفظ التغييرات',
  failed: 'تعذّرت قراءة هذه الصورة. اختر صورة أخرى.',
  notHere:
    'تعذّر تحميل ما يحتاجه تعديل الصورة. احفظ تغييراتك الأخرى، ثم أعد تحميل التطبيق مع وجود شبكة.',
  tooLarge: name => `الملف «${name}» يتجاوز الحد 5 ميغابايت.`,
  notImage: 'الملف المعطى ليس صورة',
}

export const changePassword: typeof english.changePassword = {
  title: 'تغيير كلمة المرور',
  oldPassword: 'كلمة المرور الحالية',
  newPassword: 'كلمة المرور الجديدة',
  confirm: 'تأكيد كلمة المرور الجديدة',
  submit: 'تحديث كلمة المرور',
  busy: 'جارٍ التحديث...',
  show: 'إظهار كلمة المرور',
  hide: 'إخفاء كلمة المرور',
  hint: length => `لا تقل عن ${characters(length)}.`,
  offlineHint: 'اتصل بالإنترنت لتغيير كلمة مرورك.',
  oldRequired: 'أدخل كلمة مرورك الحالية.',
  mismatch: 'كلمتا المرور الجديدتان غير متطابقتين.',
  short: length => `يجب ألا تقل كلمة المرور الجديدة عن ${characters(length)}.`,
  updating: 'جارٍ تحديث كلمة المرور...',
  updated: 'تم تحديث كلمة المرور بنجاح!',
  failed: 'تعذّر تحديث كلمة المرور.',
}
