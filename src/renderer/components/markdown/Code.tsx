import { lazy, Suspense } from 'react';
import { CodeBlock } from './code/CodeBlock.tsx';

interface CodeProps {
  readonly language: string;
  readonly text: string;
  readonly isOpen: boolean;
}

const Diagram = lazy(async () => {
  try {
    const { DiagramBlock } = await import('./diagram/DiagramBlock.tsx');
    return { default: ({ text, isOpen }: CodeProps) => <DiagramBlock source={text} isOpen={isOpen} /> };
  } catch {
    // Without the network its source has to do.
    return { default: (props: CodeProps) => <CodeBlock {...props} /> };
  }
});

/** A block of code; one that describes a diagram can be shown as one. */
export function Code(props: CodeProps) {
  if (props.language.toLowerCase() !== 'mermaid') return <CodeBlock {...props} />;
  return (
    <Suspense fallback={<CodeBlock {...props} />}>
      <Diagram {...props} />
    </Suspense>
  );
}
