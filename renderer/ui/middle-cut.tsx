import textStyles from './sheets/text.module.css';

/** How many characters of the end always stay: what tells names of one pattern apart, such as a number, and the extension. */
const kept = 16;

/** One line, cut in the middle if it has no room. For names of files. */
export function MiddleCut({ text }: { readonly text: string }) {
  const characters = [...text];
  return (
    <span className={textStyles.middleCut} title={text} dir="auto">
      <span className={textStyles.cut}>{characters.slice(0, -kept).join('')}</span>
      <span>{characters.slice(-kept).join('')}</span>
    </span>
  );
}
