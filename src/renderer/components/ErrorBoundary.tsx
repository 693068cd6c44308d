import { Component, type ReactNode } from 'react';
import { LoadFailure } from '../lib/load-module.ts';
import { ErrorFallback, type FailureLook } from './ErrorFallback.tsx';

export type { FailureLook } from './ErrorFallback.tsx';

export interface ErrorBoundaryProps {
  readonly children: ReactNode;
  readonly look?: FailureLook;
  /** A new value clears the error. */
  readonly resetKey?: string;
  readonly onClose?: (() => void) | undefined;
}

interface State {
  readonly failure: { readonly error: unknown } | null;
  readonly resetKey: string | undefined;
  readonly retries: number;
}

/** Limits an error to its region [CHAT-045]; Retry renders the region again [CHAT-046]. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, State> {
  override state: State = { failure: null, resetKey: this.props.resetKey, retries: 0 };

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { failure: { error } };
  }

  static getDerivedStateFromProps(props: ErrorBoundaryProps, state: State): Partial<State> | null {
    if (props.resetKey === state.resetKey) return null;
    forget(state.failure);
    return { failure: null, resetKey: props.resetKey, retries: 0 };
  }

  override componentWillUnmount(): void {
    forget(this.state.failure);
  }

  readonly retry = (): void => {
    forget(this.state.failure);
    this.setState(({ retries }) => ({ failure: null, retries: retries + 1 }));
  };

  override render(): ReactNode {
    const { failure, retries } = this.state;
    if (!failure) return this.props.children;
    const { look = 'page', onClose } = this.props;
    return (
      <ErrorFallback
        error={failure.error}
        look={look}
        retries={retries}
        onRetry={this.retry}
        onClose={onClose}
      />
    );
  }
}

/** Clears the error of a module that failed to load, so that the next render loads it again. */
function forget(failure: State['failure']): void {
  if (failure?.error instanceof LoadFailure) failure.error.forget();
}
