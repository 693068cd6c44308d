import { Component, type ReactNode } from 'react';
import { ErrorFallback } from './ErrorFallback.tsx';

export interface ErrorBoundaryProps {
  readonly children: ReactNode;
  /** When it changes, a failure is forgotten: another page deserves another try. */
  readonly resetKey?: string;
}

interface State {
  readonly failure: { readonly error: unknown } | null;
  readonly resetKey: string | undefined;
}

/** Keeps a failure in the region where it happened [CHAT-045]; Retry draws the region anew [CHAT-046]. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, State> {
  override state: State = { failure: null, resetKey: this.props.resetKey };

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { failure: { error } };
  }

  static getDerivedStateFromProps(props: ErrorBoundaryProps, state: State): Partial<State> | null {
    return props.resetKey === state.resetKey ? null : { failure: null, resetKey: props.resetKey };
  }

  override render(): ReactNode {
    const { failure } = this.state;
    if (!failure) return this.props.children;
    return <ErrorFallback error={failure.error} onRetry={() => this.setState({ failure: null })} />;
  }
}
