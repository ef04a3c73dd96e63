import { Component, type ReactNode } from 'react';
import { useLocation, type Location } from 'react-router';

interface Props {
  /** What is shown in place of a screen that threw. */
  failure: ReactNode;
  children: ReactNode;
}

/** Shows `failure` when a component inside throws while it is rendered, until the person navigates elsewhere. */
export function ErrorBoundary(props: Props) {
  return <Boundary location={useLocation()} {...props} />;
}

interface State {
  isFailed: boolean;
  location: Location;
}

class Boundary extends Component<Props & { location: Location }, State> {
  override state: State = { isFailed: false, location: this.props.location };

  static getDerivedStateFromError(): Partial<State> {
    return { isFailed: true };
  }

  static getDerivedStateFromProps({ location }: { location: Location }, state: State): State | null {
    return location === state.location ? null : { isFailed: false, location };
  }

  override render(): ReactNode {
    return this.state.isFailed ? this.props.failure : this.props.children;
  }
}
