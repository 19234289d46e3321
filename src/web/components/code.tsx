/** Code that scrolls within itself, by keys, too; `name` is what it is called when heard. */
export const CodeBlock = ({ name, code }: { name: string; code: string }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys.
  <section class="scroll code" aria-label={name} tabIndex={0}>
    <pre>
      <code>{code}</code>
    </pre>
  </section>
)

/** Text whose words between backticks are code. */
export const CodeWords = ({ text }: { text: string }) => (
  <>
    {text
      .split('`')
      .map((words, at) => (at % 2 === 1 ? <code key={`${at} ${words}`}>{words}</code> : words))}
  </>
)
