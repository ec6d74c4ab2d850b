"""`blog deploy`: publishes the output folder as the configuration says."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from inkpost.commands.build import BuildArgs, build_time, run_build
from inkpost.commands.gitdeploy import deploy_by_git
from inkpost.configfiles import OpenOptions, load_config
from inkpost.errors import DeployError
from inkpost.extend import Deployment, Extensions, call_plugin
from inkpost.model import Json
from inkpost.opening import find_scripts
from inkpost.plugins import load_extensions


@dataclass(frozen=True, slots=True, kw_only=True)
class DeployArgs:
    """What is asked for. build: make the site first even where its folder is there; message:
    of the commit, or None for the configuration's."""

    config_files: tuple[str, ...] = ()
    drafts: bool = False
    build: bool = False
    message: str | None = None
    silent: bool = False
    safe: bool = False


def run_deploy(root: Path, args: DeployArgs) -> int:
    """Deploy the site at `root` to every place that `deploy` names; returns the exit code.

    Raises: ConfigError, DeployError, PluginError.
    """
    config = load_config(root, OpenOptions(config_files=args.config_files))
    scripts = () if args.safe else find_scripts(root, config)
    extensions = load_extensions(config, scripts, safe=args.safe)
    extensions.deployer("git")(deploy_by_git)
    wanted = config.get("deploy")
    places = [item for item in (wanted if isinstance(wanted, list) else [wanted]) if item]
    if not places:
        raise DeployError(
            "nothing is configured under deploy",
            hint=f"set deploy.type to one of: {', '.join(sorted(extensions.deployers))}",
        )
    public = root / config.public_dir
    if args.build or not public.is_dir():
        code = run_build(root, _build_args(args))
        if code:
            return code
    extensions.tell("deploy_before", {"public": str(public)})
    for place in places:
        _deploy_to(place, extensions, root, public, args)
    extensions.tell("deploy_after", {"public": str(public)})
    return 0


def _build_args(args: DeployArgs) -> BuildArgs:
    return BuildArgs(
        config_files=args.config_files, drafts=args.drafts, silent=args.silent, safe=args.safe
    )


def _deploy_to(
    place: Json, extensions: Extensions, root: Path, public: Path, args: DeployArgs
) -> None:
    kind = place.get("type") if isinstance(place, Mapping) else None
    if not kind:
        return
    deployer = extensions.deployers.get(str(kind))
    if deployer is None:
        known = ", ".join(sorted(extensions.deployers))
        raise DeployError(f'there is no deployer "{kind}"', hint=f"known are: {known}")
    message = {"message": args.message} if args.message else {}

    def say(line: str) -> None:
        if not args.silent:
            sys.stdout.write(f"{line}\n")

    call = Deployment(
        settings={**place, **message},
        public=str(public),
        root=str(root),
        now=build_time(),
        say=say,
    )
    call_plugin(f'deployer "{kind}"', deployer.plugin, deployer.run, call)
